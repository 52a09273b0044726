-- A worker that is killed between a copy's bytes and its row left the bytes for ever where the original went meanwhile. Its key
-- lies in the bin from before they are written until the row is there.
grant insert on app.storage_deletions to kinora_worker;
