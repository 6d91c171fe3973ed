-- Requests to join are read from the classes of a teacher, who polls the work queue.
create index class_joins_class on class_joins (class_id);
