-- Nothing reads the days on which terms were seen: clustering computes them from the features of articles.

drop table term_days;
