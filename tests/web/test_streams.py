import http.client

import pytest

from tests.live.fakes import Table, until
from tests.web.conftest import Stream, serving
from vision.errors import PortTaken
from vision.live.hub import Hub
from vision.web import streams
from vision.web.serve import WebServer


def test_a_stream_greets_and_brings_the_state_first(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        assert stream.response.getheader("content-type", "").startswith("text/event-stream")
        kind, data, _ = stream.next()
        assert (kind, data["run"]) == ("hello", table.hub.run)
        assert stream.next()[0] == "state"


def test_events_and_states_arrive_as_they_happen(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        stream.until("state")
        table.lay("red_5")
        _, event, number = stream.until("event")
        assert event["sentence"]
        assert number == f"{table.hub.run}-1"
        while stream.until("state")[1]["top"] != "red_5":
            pass


def test_a_stream_is_resumed_after_the_last_event_that_was_heard(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        table.lay("red_5")
        _, first, number = stream.until("event")
    table.lay("red_7", 1)
    until(lambda: table.session.state()["top"] == "red_7")
    log = [line["id"] for line in table.session.state()["log"]]
    assert number == log[0]
    for stream in (Stream(served, Last_Event_ID=number or ""), Stream(served, f"/api/events?after={number}")):
        with stream:
            heard = [stream.until("event")[2] for _ in log[1:]]
            assert heard == log[1:]
            assert first["kind"]


def test_who_comes_back_to_another_run_is_told_to_resync(served: WebServer) -> None:
    with Stream(served, Last_Event_ID="deadbeef-7") as stream:
        assert [stream.next()[0] for _ in range(3)] == ["hello", "resync", "state"]


def test_a_quiet_stream_has_a_heartbeat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = streams.Listener.events
    monkeypatch.setattr(streams.Listener, "events", lambda self: heard(self, 0.05))
    with serving(table) as server, Stream(server) as stream:
        assert stream.until("ping")[1] == {}


def test_a_listener_that_leaves_is_forgotten(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        stream.until("state")
        assert table.hub.listening == 1
    table.lay("red_5")
    until(lambda: table.hub.listening == 0)


def test_no_more_listeners_than_allowed() -> None:
    table = Table(hub=Hub(clients=1))
    table.start()
    with serving(table) as server, Stream(server) as first:
        first.until("state")
        with Stream(server) as second:
            assert second.response.status == 503
            assert b"pages are listening already" in second.response.read()
        table.stop()


def test_the_end_of_the_session_ends_the_stream_with_a_word(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        stream.until("state")
        table.hub.close()
        stream.until("bye")
        assert stream.next()[0] == ""


def test_f38_the_overlay_s_stream_holds_no_view_and_no_hand(table: Table, served: WebServer) -> None:
    with Stream(served, "/api/events?for=overlay") as stream:
        table.lay("red_5")
        while (message := stream.until("state"))[1]["top"] != "red_5":
            pass
        assert "cards_in_view" not in message[1]
        assert all("known" not in seat for seat in message[1]["seats"])


def pictures(server: WebServer) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/api/preview.mjpg")
    return connection, connection.getresponse()


def part(response: http.client.HTTPResponse) -> bytes:
    """The next picture, whose closing boundary has come with it."""
    length = 0
    while (line := response.readline().strip()) or not length:
        if line.lower().startswith(b"content-length"):
            length = int(line.split(b":")[1])
    jpeg = response.read(length)
    assert response.readline() == b"\r\n"
    assert response.readline() == b"--picture\r\n"
    return jpeg


def test_the_moving_picture_moves(table: Table, served: WebServer) -> None:
    table.lay("red_5")
    connection, response = pictures(served)
    try:
        assert response.getheader("content-type") == "multipart/x-mixed-replace; boundary=picture"
        assert response.readline() == b"--picture\r\n"
        first = part(response)
        table.lay("red_7", 1)
        second = part(response)
        assert first.startswith(b"\xff\xd8")
        assert first != second
    finally:
        response.close()
        connection.close()


def test_a_moving_picture_that_nobody_watches_any_more_ends(table: Table) -> None:
    with serving(table, viewers=1) as server:
        table.lay("red_5")
        connection, response = pictures(server)
        response.readline()
        part(response)
        again, refused = pictures(server)
        assert refused.status == 503
        refused.close()
        again.close()
        response.close()
        connection.close()

        def free() -> bool:
            table.source.push()
            connection, response = pictures(server)
            response.close()
            connection.close()
            return response.status == 200

        until(free)


def test_nothing_is_encoded_for_pages_that_only_listen(table: Table, served: WebServer) -> None:
    with Stream(served) as stream:
        table.lay("red_5")
        stream.until("event")
        assert table.session.preview.encoded == 0


def test_a_port_that_is_taken_is_told_in_a_sentence(served: WebServer) -> None:
    with pytest.raises(PortTaken, match=f"127.0.0.1, port {served.port}.*another --port"):
        WebServer("127.0.0.1", served.port)
    with pytest.raises(PortTaken, match="99999 is no port"):
        WebServer("127.0.0.1", 99999)
    with pytest.raises(PortTaken, match=r"203\.0\.113\.7"):
        WebServer("203.0.113.7", 0)


def test_the_server_stops_although_streams_are_open(table: Table) -> None:
    with serving(table) as server, Stream(server) as stream:
        stream.until("state")
    assert table.hub.listening == 0
    with pytest.raises(ConnectionRefusedError):
        Stream(server)
