-- Titles of chapters begin with numbers (「3.1 栈：后进先出」), but users type the initials of the words without them.
create function spelled(initials text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct part from unnest(initials) as one, unnest(array[one, ltrim(one, '0123456789')]) as part
    where part <> ''))
$$;
drop index search_documents_initials;
create index search_documents_initials on search_documents using gin (spelled(initials));
