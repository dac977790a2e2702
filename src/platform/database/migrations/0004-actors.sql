-- Who acted is known from here on.

alter table operator_actions add column actor text;
