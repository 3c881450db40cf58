from concurrent.futures import Future
from typing import Any

import pytest
from starlette.testclient import TestClient

from engine.cards import Card
from engine.commands import COMMANDS, Undo
from engine.observations import HandSeen
from tests.live.fakes import Table, until
from tests.web.conftest import HERE
from vision.errors import UsageError
from vision.live.session import Outcome
from vision.web.app import create_app
from vision.web.guard import MAX_BODY

TOKEN = "correct-horse-battery"


def top(table: Table, label: str) -> None:
    table.lay(label)
    until(lambda: table.session.state()["top"] == label)


def test_the_state_is_the_session_s(table: Table, client: TestClient) -> None:
    top(table, "red_5")
    state = client.get("/api/state").json()
    assert state["top"] == "red_5"
    assert state["cards_in_view"][0]["label"] == "red_5"
    assert state["camera"]["status"] == "running"
    assert [seat["name"] for seat in state["seats"]] == list(table.names)


def test_f38_the_overlay_is_never_told_a_hand_nor_what_the_camera_sees(table: Table, client: TestClient) -> None:
    top(table, "red_5")
    table.tell(HandSeen(3.0, 2, (Card.parse("green_9"), Card.parse("wild")), 5))
    until(lambda: table.session.state()["log"][-1]["kind"] == "hand_shown")
    response = client.get("/api/state", params={"for": "overlay"})
    assert "green_9" not in response.text
    assert "known" not in response.text
    assert "cards_in_view" not in response.json()
    assert "hand_shown" not in response.text
    assert response.json()["top"] == "red_5"
    assert client.get("/api/state", params={"for": "spy"}).status_code == 422


def test_a_command_is_followed(table: Table, client: TestClient) -> None:
    top(table, "red_5")
    state_id = table.session.state()["state_id"]
    response = client.post("/api/commands", json={"kind": "undo", "based_on": state_id})
    assert response.status_code == 200
    assert [event["kind"] for event in response.json()["events"]] == ["undone"]
    assert response.json()["state_id"] == table.session.state()["state_id"] != state_id


def test_a_command_based_on_an_older_state_is_refused_with_409(table: Table, client: TestClient) -> None:
    top(table, "red_5")
    response = client.post("/api/commands", json={"kind": "undo", "based_on": 0})
    assert response.status_code == 409
    assert response.json()["code"] == "stale"
    assert response.json()["error"].endswith(".")
    assert table.session.state()["top"] == "red_5"


def test_a_command_against_the_rules_is_refused_with_409_and_the_reason(client: TestClient) -> None:
    response = client.post("/api/commands", json={"kind": "draw", "count": 1})
    assert response.status_code == 409
    assert response.json()["code"] == "refused"
    assert len(response.json()["error"]) > 10


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"kind": "name_colour", "colour": "pink"}, "'red', 'yellow', 'green' or 'blue', but 'pink' was given"),
        ({"kind": "name_colour"}, "name_colour.colour: Field required."),
        ({"kind": "dance"}, "'dance' is no kind of command; known are name_colour,"),
        ({"colour": "red"}, "No kind of command was given; known are name_colour,"),
        ({"kind": "call_uno", "seat": 10}, "less than or equal to 9, but 10 was given"),
        ({"kind": "call_uno", "seat": -1}, "greater than or equal to 0"),
        ({"kind": "call_uno", "seat": "1"}, "valid integer, but '1' was given"),
        ({"kind": "call_uno", "seat": True}, "valid integer"),
        ({"kind": "draw", "count": 10**30}, "less than or equal to 108"),
        ({"kind": "play", "card": "back"}, "play.card"),
        ({"kind": "play", "card": "red_10"}, "play.card"),
        ({"kind": "undo", "t": 3.0}, "Extra inputs are not permitted"),
        ({"kind": ["undo"]}, "no kind of command"),
        ([], "valid dictionary"),
        ("undo", "valid dictionary"),
        (None, "Field required"),
    ],
)
def test_what_is_no_command_is_refused_in_one_sentence(client: TestClient, body: Any, said: str) -> None:
    response = client.post("/api/commands", json=body)
    assert response.status_code == 422
    assert said in response.json()["error"]
    assert response.json()["code"] == "invalid"
    assert "\n" not in response.json()["error"]
    assert len(response.json()["error"]) < 1500


def test_what_is_no_json_is_refused_with_400(client: TestClient) -> None:
    response = client.post("/api/commands", content=b"{kind: undo", headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert response.json()["error"].startswith("The body is no JSON")


def test_a_form_of_another_page_is_no_command(client: TestClient) -> None:
    response = client.post("/api/commands", content=b'{"kind": "undo"}', headers={"Content-Type": "text/plain"})
    assert response.status_code == 422


def test_an_oversize_body_is_refused_whether_or_not_it_says_so(client: TestClient) -> None:
    body = b'{"kind": "' + b"x" * MAX_BODY + b'"}'
    headers = {"Content-Type": "application/json"}
    told = client.post("/api/commands", content=body, headers=headers)
    untold = client.post("/api/commands", content=iter([body[:100], body[100:]]), headers=headers)
    for response in (told, untold):
        assert response.status_code == 413
        assert response.json()["code"] == "too_large"


def test_other_hosts_and_origins_are_refused(client: TestClient) -> None:
    refused = client.get("/api/state", headers={"Host": "evil.example"})
    assert (refused.status_code, refused.json()["code"]) == (421, "host")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        refused = client.post("/api/commands", json={"kind": "undo"}, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "origin")
    page = client.get("/", headers={"Host": "evil.example"})
    assert page.headers["content-type"].startswith("text/plain")


def test_the_own_origin_may_post(client: TestClient) -> None:
    response = client.post("/api/commands", json={"kind": "play", "card": "red_5"}, headers={"Origin": HERE})
    assert response.status_code == 200


def test_a_token_is_asked_for_and_kept_in_a_cookie(table: Table) -> None:
    app = create_app(table.session, token=TOKEN)
    with TestClient(app, base_url=HERE, follow_redirects=False) as client:
        assert client.get("/").status_code == 401
        assert client.get("/api/state").json()["code"] == "token"
        first = client.get("/overlay", params={"token": TOKEN, "x": "1"})
        assert (first.status_code, first.headers["location"]) == (303, "/overlay?x=1")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert client.get("/overlay").status_code == 200
        assert client.get("/api/state").status_code == 200


def test_a_token_in_a_header_or_in_the_address_of_the_api_does_as_well(table: Table) -> None:
    with TestClient(create_app(table.session, token=TOKEN), base_url=HERE) as client:
        assert client.get("/api/state", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
        assert client.get("/api/state", params={"token": TOKEN}).status_code == 200
        assert client.get("/api/state", params={"token": "wrong"}).status_code == 401
        assert client.get("/api/ping").status_code == 200


def test_the_redirect_of_a_token_never_leads_elsewhere(table: Table) -> None:
    app = create_app(table.session, token=TOKEN)
    with TestClient(app, base_url=HERE, follow_redirects=False) as client:
        response = client.get(f"{HERE}//evil.example/", params={"token": TOKEN})
        assert response.headers["location"].startswith("/evil.example/")


def test_serving_other_machines_needs_a_token(table: Table) -> None:
    with pytest.raises(UsageError, match="token"):
        create_app(table.session, host="0.0.0.0")


@pytest.mark.parametrize(
    "path", ["/", "/overlay", "/api", "/static/js/live.js", "/static/css/card.css", "/static/icon.svg"]
)
def test_pages_are_served_with_headers_of_safety_and_need_nothing_from_elsewhere(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    foreign = response.text.replace("http://www.w3.org/", "")
    assert "http://" not in foreign
    assert "https://" not in foreign


def test_scripts_have_a_type_that_browsers_accept_for_modules(client: TestClient) -> None:
    assert "javascript" in client.get("/static/js/live.js").headers["content-type"]


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/nowhere", "/docs", "/openapi.json"])
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.json()["error"].endswith(".")


def test_the_api_describes_itself_with_every_command(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    body = schema["paths"]["/api/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["discriminator"]["mapping"]) == set(COMMANDS)
    assert set(schema["paths"]) >= {"/api/state", "/api/events", "/api/preview.mjpg", "/api/frame.jpg"}


def test_f36_the_overlay_can_be_kept_as_a_file_that_waits_for_the_server(client: TestClient) -> None:
    response = client.get("/overlay-start.html")
    assert "attachment" in response.headers["content-disposition"]
    assert f'const server = "{HERE}"' in response.text
    ping = client.get("/api/ping", headers={"Origin": "null", "Sec-Fetch-Site": "cross-site"})
    assert ping.headers["cross-origin-resource-policy"] == "cross-origin"


def test_the_newest_picture_is_a_jpeg_once_there_is_one(table: Table, client: TestClient) -> None:
    missing = client.get("/api/frame.jpg")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_picture")
    top(table, "red_5")
    picture = client.get("/api/frame.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")


def test_a_session_that_is_over_says_so(table: Table, client: TestClient) -> None:
    table.stop()
    response = client.post("/api/commands", json={"kind": "undo"})
    assert response.status_code == 503
    assert "over" in response.json()["error"]
    assert response.headers["retry-after"] == "2"
    assert client.get("/api/state").status_code == 200
    assert client.get("/").status_code == 200


def test_a_session_too_busy_to_answer_says_so_and_forgets_the_command(
    table: Table, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.web import api

    monkeypatch.setattr(api, "ANSWER_S", 0.05)
    waiting: list[Future[Outcome]] = []

    def submit(command: Undo) -> Any:
        waiting.append(Future())
        return waiting[-1]

    monkeypatch.setattr(table.session, "submit", submit)
    response = client.post("/api/commands", json={"kind": "undo"})
    assert response.status_code == 503
    assert waiting[0].cancelled()
