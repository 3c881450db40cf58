"""The options in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

CHINESE_RULES: Final[Mapping[str, Mapping[Any, str]]] = {
    "first_dealer": {
        "chosen": "首位庄家由玩家商定。",
        "highest_number": "每人翻一张牌，数字最大者先做庄，非数字牌重翻。",
    },
    "next_dealer": {"next_seat": "下一局由下一家做庄。", "winner": "下一局由本局赢家做庄。"},
    "hand_size": {7: "每人发七张牌。", 10: "三人时每人发十张牌。"},
    "first_seat": {
        "dealers_left": "庄家的下一家先出。",
        "dealer": "庄家先出。",
        "counted": "按首张牌的数字从庄家顺时针数，数到者先出；没有数字则庄家的下一家先出。",
    },
    "start_card": {
        "not_wild_draw4": "除变色加四外，任何牌都可作首张牌。",
        "numbers": "只有数字牌可作首张牌。",
        "any": "任何牌都可作首张牌。",
    },
    "start_action": {
        "applied": "首张牌的功能有效：跳过和加二作用于第一家，反转改变方向。",
        "ignored": "首张牌的功能无效，只看颜色。",
    },
    "start_wild_namer": {
        "first_seat": "首张牌为变色牌时由第一家选颜色。",
        "before_dealer": "首张牌为变色牌时由庄家的上一家选颜色。",
    },
    "first_play": {
        "any_match": "第一手须与首张牌同色或同内容。",
        "colour_only": "第一手须与首张牌同色。",
    },
    "direction": {"clockwise": "开始时顺时针。", "counter_clockwise": "开始时逆时针。"},
    "skip_passing": {
        False: "被跳过的人失去一轮。",
        True: "被跳过的人可以出任意颜色的跳过，改为跳过下一家。",
    },
    "draw_penalties": {
        True: "加二让下一家摸两张，变色加四让下一家摸四张。",
        False: "不罚摸牌：加二只跳过下一家，变色加四当变色牌用。",
    },
    "wild_powers": {
        False: "变色牌改变颜色。",
        True: "变色牌可不改变颜色，而看一家手牌五秒，或与一家交换三张牌。",
    },
    "wild_draw4_when": {
        "no_colour": "手里没有当前颜色的牌时才能出变色加四。",
        "no_match": "手里没有同色或同内容的牌时才能出变色加四。",
        "always": "变色加四随时可出。",
    },
    "wild_draw4_bluff": {
        True: "不合条件也可冒险出变色加四，下一家可以质疑。",
        False: "不合条件出变色加四就是违规。",
    },
    "draw": {
        "one": "不能出或不想出的人摸一张牌，可以出这张牌或留下。",
        "until_playable": "不能出或不想出的人一直摸到能出的牌为止。",
    },
    "forced_play": {
        "off": "不强迫出牌：可以留牌，也可以主动摸牌。",
        "drawn": "摸到能出的牌必须出。",
        "always": "能出就必须出，摸牌前后都一样。",
    },
    "cards_a_turn": {
        "one": "每轮出一张牌。",
        "set": "同一数字或同一符号的有色牌可以一起出，由出牌人决定哪张在最上面。",
    },
    "turn_seconds": {0: "没有时间限制。", 5: "超过五秒者摸两张牌并失去一轮。"},
    "stacking": {
        "off": "罚摸不能用加牌转给下家。",
        "draw2": "加二上可再出加二，张数累加。",
        "wild_on_draw2": "加二上可再出加二或变色加四，张数累加。",
        "wild_on_wild": "加二上可再出加二或变色加四，变色加四上可再出变色加四，张数累加。",
        "any": "任何加牌都可接任何加牌，颜色相符即可，张数累加。",
    },
    "deflecting": {
        False: "罚摸不能用跳过或反转挡开。",
        True: "跳过把罚摸转给下一家，反转把罚摸退回上一家。",
    },
    "guilty_draws": {4: "变色加四被质疑成功者摸四张。", 6: "变色加四被质疑成功者摸六张。"},
    "innocent_draws": {6: "质疑变色加四失败者摸六张。"},
    "jump_in": {
        "off": "没轮到的人不能出牌。",
        "numbers": "有完全相同数字牌的人可以抢出，从他接着进行。",
        "identical": "有完全相同有色牌的人可以抢出，从他接着进行。",
    },
    "uno_penalty": {2: "忘喊UNO被抓者摸两张。", 3: "忘喊UNO被抓者摸三张。"},
    "uno_each_catcher": {False: "忘喊UNO只罚一次。", True: "忘喊UNO被几个人抓到就罚几次。"},
    "uno_at_last_card": {False: "剩一张牌时喊UNO。", True: "剩一张牌时喊UNO，出最后一张时再喊一次。"},
    "false_uno_penalty": {2: "错喊UNO罚两张。", 5: "错喊UNO罚五张。"},
    "false_accusation_penalty": {2: "错误指责罚两张。"},
    "illegal_play_penalty": {2: "出错的牌收回并罚两张。"},
    "finish_on": {
        "any": "最后一张可以是任何牌。",
        "no_skip_reverse_wild": "最后一张不能是跳过、反转或变色牌。",
        "numbers": "最后一张必须是数字牌。",
    },
    "sum_out": {False: "只有出完手牌才赢。", True: "手牌点数之和等于打出的数字时立即获胜。"},
    "after_winner": {
        "round_ends": "有人出完牌，这一局就结束。",
        "elimination": "继续进行到只剩一人，此人为输家。",
    },
    "scoring": {
        "winner_takes": "赢家得其他各家手牌的点数，先到目标分者赢得比赛。",
        "own_minus": "各家按手牌点数扣分，有人扣到目标分时扣得最少者赢。",
        "lowest_total": "各家按手牌点数记分，有人到目标分时总分最低者赢。",
        "unscored": "不记分。",
    },
    "goal": {500: "目标是500分。", 300: "目标是300分。"},
    "partners": {False: "各自为战。", True: "隔座为搭档：共享得分，搭档的手牌不计分。"},
    "seven_zero": {
        False: "7和0是普通数字牌。",
        True: "出7与一家交换手牌；出0时所有手牌按方向传给下一家。",
    },
}
