-- The site that the rows are of: a database is not to be mixed with the content of another.
create table site (
  is_only boolean primary key default true check (is_only),
  topic text not null
);
