-- Activity is shown in the order of its ids, which are in the order of time and, other than times, never the same. With an
-- index by time all that ever happened to an account was sorted to show a page of it.
create index audit_log_entries_newest on auth.audit_log_entries (user_id, id desc);
drop index auth.audit_log_entries_user_id_idx;
