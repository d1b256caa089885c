"""Disputes about a table's game, and its logs: attach one, replay it, publish the replay, rule by it."""

from django.urls import path

from tournament.access.pages import for_acts, in_round, read_by
from tournament.access.slices import Mark, Slice
from tournament.day.agenda import Step
from tournament.record.acts import AT_WORK, Act
from tournament.slices.disputes import applying, disputes, logs
from tournament.slices.disputes.acts import play_dispute

AT_TABLE = "rounds/<int:number>/tables/<int:table>/"

SLICE = Slice(
    "disputes",
    pages=(
        path(f"{AT_TABLE}logs/", logs.attach, name="desk_attach_log"),
        path(f"{AT_TABLE}logs/<int:log>/", logs.show, name="desk_log"),
        path(f"{AT_TABLE}logs/<int:log>/apply/", applying.apply_log, name="desk_apply_log"),
        path(f"{AT_TABLE}logs/<int:log>/words/", logs.explain, name="desk_explain_words"),
        path(f"{AT_TABLE}logs/<int:log>/publish/", logs.publish, name="desk_publish_log"),
        path(f"{AT_TABLE}disputes/", disputes.begin, name="desk_open_dispute"),
        path(f"{AT_TABLE}disputes/<int:dispute>/", disputes.settle, name="desk_settle_dispute"),
    ),
    opened_by={
        "desk_attach_log": in_round(for_acts(Act.ATTACH_LOG)),
        "desk_log": in_round(read_by(AT_WORK, Act.RULE_FROM_LOG)),
        "desk_apply_log": in_round(for_acts(Act.RULE_FROM_LOG)),
        "desk_explain_words": in_round(for_acts(Act.EXPLAIN_WORDS)),
        "desk_publish_log": in_round(for_acts(Act.PUBLISH_LOG)),
        "desk_open_dispute": in_round(for_acts(Act.OPEN_DISPUTE)),
        "desk_settle_dispute": in_round(read_by(AT_WORK, Act.RULE_DISPUTE)),
    },
    marks={
        "result": Mark("director/disputes/_open_at_result.html"),
        "table.acts": Mark("director/disputes/_open_at_table.html"),
        "table": Mark(
            "director/disputes/_logs.html",
            lambda page: disputes.logs_part(page["event"], page["number"], page["table"].number),
        ),
        "correction": Mark(
            "director/disputes/_rulings.html",
            lambda page: {"rulings": disputes.rulings_beside(page["desk"], page["number"], page["table"].number)},
        ),
    },
    steps={Step.RULE_DISPUTE: "desk_settle_dispute", Step.READ_LOG: "desk_log"},
    typed={"correction": disputes.rule_beside},
    plays={"dispute": play_dispute},
)
