"""Runs one step for all roles in parallel; a role that fails becomes a `RoleFailure` and never fails the request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from finsagent.agents.roles import RolePolicy
from finsagent.domain import Role, RoleFailure

Result = TypeVar("Result")


async def each_role(
    policies: Sequence[RolePolicy], stage: str, step: Callable[[RolePolicy], Awaitable[Result]]
) -> tuple[Mapping[Role, Result], tuple[RoleFailure, ...]]:
    """Run `step` for every policy at once.

    Returns:
        The results by role, in the policies' order, and the failures. Cancellation goes through to every role.
    """
    outcomes = await asyncio.gather(*(_contained(policy, stage, step) for policy in policies))
    results = {p.role: o for p, o in zip(policies, outcomes, strict=True) if not isinstance(o, RoleFailure)}
    failures = tuple(outcome for outcome in outcomes if isinstance(outcome, RoleFailure))
    return results, failures


async def _contained(
    policy: RolePolicy, stage: str, step: Callable[[RolePolicy], Awaitable[Result]]
) -> Result | RoleFailure:
    """The containment point of a role."""
    try:
        return await step(policy)
    except Exception as error:
        return RoleFailure(role=policy.role, stage=stage, reason=f"{type(error).__name__}: {error}"[:500])
