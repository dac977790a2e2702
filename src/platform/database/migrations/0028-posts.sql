-- Posts of events by the operator's account of Bluesky.
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check
  check (channel in ('edition', 'alert', 'push', 'webhook', 'webhook_alert', 'websub', 'notice', 'fediverse', 'bluesky'));
