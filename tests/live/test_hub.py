import threading
import time

import pytest

from vision.live.hub import RESYNC, Hub, HubClosed, HubFull


def kinds(messages: object) -> list[str]:
    return [message.kind for message in messages]  # type: ignore[attr-defined]


def test_events_arrive_in_order_with_rising_ids() -> None:
    hub = Hub()
    with hub.subscribe() as listener:
        ids = [hub.publish("event", {"n": n}) for n in range(3)]
        taken = listener.take()
    assert [message.data["n"] for message in taken] == [0, 1, 2]
    assert [message.id for message in taken] == ids
    assert ids[0].endswith("-1")


def test_only_the_newest_state_counts_and_comes_after_events() -> None:
    hub = Hub()
    with hub.subscribe() as listener:
        hub.publish_latest("state", {"n": 1})
        hub.publish("event", {})
        hub.publish_latest("state", {"n": 2})
        taken = listener.take()
    assert kinds(taken) == ["event", "state"]
    assert taken[1].data == {"n": 2}


def test_who_comes_late_gets_the_newest_state_but_no_old_events() -> None:
    hub = Hub()
    hub.publish("event", {})
    hub.publish_latest("state", {"n": 1})
    with hub.subscribe() as listener:
        assert kinds(listener.take()) == ["state"]


def test_who_comes_back_gets_what_was_missed() -> None:
    hub = Hub()
    first = hub.publish("event", {"n": 1})
    hub.publish("event", {"n": 2})
    hub.publish("event", {"n": 3})
    with hub.subscribe(first) as listener:
        assert [message.data["n"] for message in listener.take()] == [2, 3]


def test_who_missed_nothing_gets_nothing() -> None:
    hub = Hub()
    last = hub.publish("event", {})
    with hub.subscribe(last) as listener:
        assert listener.take() == []


@pytest.mark.parametrize("last", ["other-1", "nonsense", "", "-", "{run}-99", "{run}-x", "{run}-²"])
def test_an_id_of_another_run_or_from_the_future_asks_for_a_resync(last: str) -> None:
    hub = Hub()
    hub.publish("event", {})
    with hub.subscribe(last.format(run=hub.run)) as listener:
        assert kinds(listener.take()) == [RESYNC]


def test_an_id_older_than_the_backlog_asks_for_a_resync() -> None:
    hub = Hub(backlog=2)
    first = hub.publish("event", {})
    for _ in range(3):
        hub.publish("event", {})
    with hub.subscribe(first) as listener:
        assert kinds(listener.take()) == [RESYNC]


def test_the_oldest_id_that_the_backlog_still_covers_needs_no_resync() -> None:
    hub = Hub(backlog=2)
    ids = [hub.publish("event", {"n": n}) for n in range(3)]
    with hub.subscribe(ids[0]) as listener:
        assert [message.data["n"] for message in listener.take()] == [1, 2]


def test_a_slow_listener_is_told_to_resync_and_holds_up_nobody() -> None:
    hub = Hub(queue=3)
    with hub.subscribe() as slow, hub.subscribe() as quick:
        for n in range(5):
            hub.publish("event", {"n": n})
            assert len(quick.take()) == 1
        taken = slow.take()
    assert kinds(taken) == [RESYNC, "event", "event"]
    assert [message.data.get("n") for message in taken[1:]] == [3, 4]


def test_no_more_listeners_than_allowed() -> None:
    hub = Hub(clients=1)
    with hub.subscribe(), pytest.raises(HubFull, match="1 pages are listening"):
        hub.subscribe()
    with hub.subscribe():
        assert hub.listening == 1
    assert hub.listening == 0


def test_a_closed_hub_lets_listeners_read_out_and_takes_no_more() -> None:
    hub = Hub()
    listener = hub.subscribe()
    hub.publish("event", {})
    hub.close()
    assert kinds(listener.take()) == ["event"]
    with pytest.raises(HubClosed):
        listener.take()
    with pytest.raises(HubClosed):
        hub.subscribe()
    listener.close()
    listener.close()


def test_take_waits_for_what_another_thread_publishes() -> None:
    hub = Hub()
    with hub.subscribe() as listener:
        later = threading.Timer(0.05, hub.publish, ("event", {}))
        later.start()
        started = time.monotonic()
        taken = listener.take(timeout=5)
        later.join()
    assert kinds(taken) == ["event"]
    assert time.monotonic() - started < 4


def test_wake_is_called_for_every_message() -> None:
    hub = Hub()
    calls: list[int] = []
    with hub.subscribe(wake=lambda: calls.append(1)):
        hub.publish("event", {})
        hub.publish_latest("state", {})
    hub.publish("event", {})
    assert len(calls) == 2
