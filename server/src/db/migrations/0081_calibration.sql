-- Parameters of questions on one scale per curriculum, estimated from first answers.

create table calibration_scales (
  curriculum_id bigint primary key references curricula,
  -- First answers that were counted or changed since the last calibration.
  new_answers int not null default 0,
  -- Of the last calibration; null before the first.
  calibrated_at bigint,
  answers int not null default 0,
  students int not null default 0,
  questions int not null default 0,
  -- Questions that held the earlier scale; 0 if the calibration defined the scale.
  anchors int not null default 0,
  -- Newest answer of the last calibration. Users whose first answer is newer are a group of their own in the next one.
  last_attempt_id bigint not null default 0,
  -- Abilities of the newest students on the scale.
  mean float8 not null default 0,
  deviation float8 not null default 1
);

create table item_parameters (
  version_id bigint primary key references question_versions,
  difficulty float8 not null,
  discrimination float8 not null,
  difficulty_error float8 not null,
  discrimination_error float8 not null,
  answers int not null,
  infit float8 not null,
  outfit float8 not null,
  -- Whether it held the scale in the last calibration.
  anchor boolean not null,
  calibrated_at bigint not null
);
