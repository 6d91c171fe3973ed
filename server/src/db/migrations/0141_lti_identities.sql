-- Users of learning platforms get an issuer that the school's login server cannot have: staff enter the issuer and the
-- keys of a platform, so that a platform with the issuer of the login server could log in to accounts of that server.
update campus_identities i set issuer = 'lti ' || i.issuer
where exists (select from lti_platforms p where p.school_id = i.school_id and p.issuer = i.issuer)
  and not exists (select from campus_logins l where l.school_id = i.school_id and l.url = i.issuer);
