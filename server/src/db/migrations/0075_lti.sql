-- LTI 1.3 Advantage: learning platforms (Moodle, Canvas, …) of schools that open our content and get scores back.

-- Key pair by which we sign messages to platforms; the newest signs, all are published.
create table lti_keys (
  kid text primary key,
  -- PKCS #8, encrypted; see base/sealed-secret.ts.
  private_key bytea not null,
  public_jwk jsonb not null,
  created_at bigint not null
);

create table lti_platforms (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  school_id bigint not null references schools on delete cascade,
  name text not null,
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  deployment_ids text[] not null,
  -- Address of the platform's pages, which may show our launch pages in a frame.
  site_url text not null,
  auth_url text not null,
  token_url text not null,
  jwks_url text not null,
  -- Where a launch tells the student number: nowhere, lis.person_sourcedid, or the custom field student_no.
  number_from text not null check (number_from in ('none', 'sourcedid', 'custom')),
  updated_at bigint not null,
  unique (issuer, client_id)
);
create index lti_platforms_school on lti_platforms (school_id);

-- Launches that a platform has started. A row is used once, so that neither state nor nonce works twice.
create table lti_requests (
  state_hash bytea primary key,
  platform_id bigint not null references lti_platforms on delete cascade,
  nonce text not null,
  -- Hash of the cookie value; the browser may not send the cookie back from inside a frame.
  cookie_hash bytea not null,
  expires_at bigint not null
);
create index lti_requests_expiry on lti_requests (expires_at);

-- Accepted launches and deep linking requests, until the browser has exchanged its token. A row is used once.
create table lti_launches (
  token_hash bytea primary key,
  platform_id bigint not null references lti_platforms on delete cascade,
  -- The verified claims that the next step needs.
  claims jsonb not null,
  expires_at bigint not null
);
create index lti_launches_expiry on lti_launches (expires_at);

-- A place of a platform's course from which a target is opened.
create table lti_links (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  platform_id bigint not null references lti_platforms on delete cascade,
  deployment_id text not null,
  resource_link_id text not null,
  context_id text not null,
  context_title text not null,
  target_kind text not null check (target_kind in ('chapter', 'curriculum', 'practice', 'exam')),
  target_id uuid not null,
  -- Empty if the platform takes no scores, or has no roster service.
  line_item text not null,
  memberships_url text not null,
  -- Next time to read the members; null if nobody asked for them.
  members_due_at bigint,
  members_read_at bigint,
  members_failures int not null default 0,
  members_error text not null default '',
  created_at bigint not null,
  last_launch_at bigint not null,
  unique (platform_id, deployment_id, resource_link_id)
);
create index lti_links_members on lti_links (members_due_at) where members_due_at is not null;

-- What each user has reached at a link, and what the platform was told of it.
create table lti_scores (
  id bigint generated always as identity primary key,
  link_id bigint not null references lti_links on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The user's id at the platform.
  subject text not null,
  -- Hundredths of a percent; null before anything was reached.
  reached int,
  is_final boolean not null default false,
  sent int,
  sent_final boolean not null default false,
  sent_at bigint,
  failures int not null default 0,
  last_error text not null default '',
  -- Next time to compute the score and send a changed one; null if the platform refuses it for good.
  due_at bigint,
  last_launch_at bigint not null,
  unique (link_id, user_id)
);
create index lti_scores_due on lti_scores (due_at) where due_at is not null;
create index lti_scores_user on lti_scores (user_id);

-- Members of a platform's course, as the platform told them last.
create table lti_members (
  platform_id bigint not null references lti_platforms on delete cascade,
  context_id text not null,
  subject text not null,
  name text not null,
  student_no text not null,
  is_teacher boolean not null,
  active boolean not null,
  read_at bigint not null,
  primary key (platform_id, context_id, subject)
);
