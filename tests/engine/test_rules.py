import pytest

from engine.errors import RulesError, SeatError
from engine.rules import Rules


def test_official_preset_has_the_official_values() -> None:
    rules = Rules.preset("official")
    assert (rules.hand_size, rules.goal, rules.guilty_draws, rules.innocent_draws) == (7, 500, 4, 6)
    assert (rules.next_dealer, rules.start_card, rules.start_action) == ("next_seat", "not_wild_draw4", "applied")


def test_unknown_preset_names_the_near_ones() -> None:
    with pytest.raises(RulesError, match=r"no rules called 'offical' \(did you mean official\?\); known are official"):
        Rules.preset("offical")


def test_unknown_option_names_the_near_ones() -> None:
    with pytest.raises(RulesError, match=r"no rule option 'goals' \(did you mean goal\?\)"):
        Rules().changed({"goals": 300})
    with pytest.raises(RulesError, match="no rule option 'name'"):
        Rules().changed({"name": "mine"})


@pytest.mark.parametrize("changes", [{"goal": 400}, {"goal": "500"}, {"wild_draw4_bluff": 1}, {"start_card": "all"}])
def test_value_outside_its_list_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(RulesError, match="choose one of"):
        Rules().changed(changes)


def test_changed_rules_carry_a_name_of_their_own() -> None:
    assert Rules().changed({"goal": 300}).name == "official*"
    assert Rules().changed({"goal": 300}, "short") == Rules(name="short", goal=300)
    with pytest.raises(RulesError, match="one word"):
        Rules(name="my rules")


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_r03_two_to_ten_may_play(seats: int) -> None:
    Rules().check_seats(seats)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_r03_fewer_or_more_may_not(seats: int) -> None:
    with pytest.raises(SeatError, match=f"{seats} seats were given; 2 to 10 can play"):
        Rules().check_seats(seats)


def test_r06_ten_cards_are_for_three() -> None:
    Rules(hand_size=10).check_seats(3)
    with pytest.raises(SeatError, match="10 cards each are for 3 seats, not 4"):
        Rules(hand_size=10).check_seats(4)
