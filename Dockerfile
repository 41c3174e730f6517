# syntax=docker/dockerfile:1

FROM python:3.11-slim AS build
# The CPU build of torch: the default one carries several gigabytes of CUDA that this image has no use for.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc g++ \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /src
# Dependencies first: a change of source alone then reuses this layer.
COPY pyproject.toml requirements.lock README.md LICENSE ./
RUN mkdir finsagent indexer models \
    && echo '__version__ = "0"' > finsagent/__init__.py \
    && touch indexer/__init__.py models/__init__.py \
    && pip install --constraint requirements.lock --extra-index-url "$TORCH_INDEX" . \
    && pip uninstall --yes finsagent
COPY finsagent finsagent
COPY indexer indexer
COPY models models
RUN pip install --no-deps .

FROM python:3.11-slim
# libgomp1 is the OpenMP runtime that LightGBM and FAISS load.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgomp1 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home finsagent \
    && install --directory --owner=finsagent --group=finsagent /var/lib/finsagent
COPY --from=build /opt/venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    FINSAGENT_HOST=0.0.0.0 \
    FINSAGENT_PORT=8000 \
    FINSAGENT_INDEX=/var/lib/finsagent/index \
    FINSAGENT_CACHE_DIR=/var/lib/finsagent/cache
USER finsagent
WORKDIR /var/lib/finsagent
VOLUME /var/lib/finsagent
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["finsagent", "serve"]
