-- Every open staff console polls the counts of the work queue; they are read from these indexes alone.
create index work_items_counted on work_items (kind, assignee_id, due_at, id) where closed_at is null;
create index work_items_assigned on work_items (assignee_id, taken_at) where closed_at is null;
