-- All months are counted again: others confirm an event where they are dated later.
update publisher_month_progress set epoch = '';
