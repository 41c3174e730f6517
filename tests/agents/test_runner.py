from __future__ import annotations

import asyncio

import pytest

from finsagent.agents.roles import POLICIES, RolePolicy
from finsagent.agents.runner import each_role
from finsagent.domain import Role, RoleFailure
from finsagent.errors import LLMError

ALL = [POLICIES[role] for role in Role]


async def test_results_come_by_role_in_the_policies_order() -> None:
    async def step(policy: RolePolicy) -> str:
        await asyncio.sleep(0.001 if policy.role == Role.GENERAL else 0)
        return policy.role.value

    results, failures = await each_role(ALL, "view", step)
    assert list(results.items()) == [(role, role.value) for role in Role]
    assert failures == ()


async def test_one_role_that_fails_leaves_the_other_four() -> None:
    async def step(policy: RolePolicy) -> int:
        if policy.role == Role.LEGAL:
            raise LLMError("503 from the endpoint")
        return 1

    results, failures = await each_role(ALL, "find", step)
    assert set(results) == set(Role) - {Role.LEGAL}
    assert failures == (RoleFailure(role=Role.LEGAL, stage="find", reason="LLMError: 503 from the endpoint"),)


async def test_all_may_fail() -> None:
    async def step(policy: RolePolicy) -> int:
        raise ValueError("x" * 2000)

    results, failures = await each_role(ALL, "decompose", step)
    assert results == {}
    assert [failure.role for failure in failures] == list(Role)
    assert all(len(failure.reason) == 500 for failure in failures)


async def test_a_result_that_is_none_is_a_result() -> None:
    async def step(policy: RolePolicy) -> None:
        return None

    results, failures = await each_role(ALL[:1], "view", step)
    assert results == {Role.GENERAL: None}
    assert failures == ()


async def test_roles_run_at_the_same_time() -> None:
    here = asyncio.Barrier(5)

    async def step(policy: RolePolicy) -> None:
        await asyncio.wait_for(here.wait(), timeout=1)

    _, failures = await each_role(ALL, "view", step)
    assert failures == ()


async def test_cancelling_stops_every_role() -> None:
    stopped: list[Role] = []

    async def step(policy: RolePolicy) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append(policy.role)
            raise

    task = asyncio.create_task(each_role(ALL, "view", step))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert set(stopped) == set(Role)


async def test_no_roles_give_nothing() -> None:
    async def step(policy: RolePolicy) -> None:
        raise AssertionError

    assert await each_role([], "view", step) == ({}, ())
