"""One pure function a file: what retrieval and answers are judged by."""
