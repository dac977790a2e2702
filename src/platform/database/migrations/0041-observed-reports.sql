-- All months are counted again: what was out before its source was read says nothing of who we saw first.
update publisher_month_progress set epoch = '';
