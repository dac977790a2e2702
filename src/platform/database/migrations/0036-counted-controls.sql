-- A planted error that can be recognised without its evidence shows nothing of a judge.

alter table judge_controls add counts boolean not null default true;
