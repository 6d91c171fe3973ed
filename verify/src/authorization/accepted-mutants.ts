/**
 * Mutants that the matrix cannot kill, each with the reason why it leaks nothing: it is stricter, another check follows,
 * or the check only narrows the user's own data. Keys are `Mutant.name`.
 */
export const equivalentMutants: Record<string, string> = {
  'access/deliveries.ts › holdRight › revoked_at is null › 1':
    'Locks more rows than needed until the transaction ends.',
  'access/deliveries.ts › holdRight › user_id = ${userId} › 1':
    'Locks more rows than needed until the transaction ends.',
  'access/deliveries.ts › recordExcerpts › e.revoked_at is null › 1':
    'Also records deliveries of excerpts to users without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordExcerpts › e.user_id = ${userId} › 1':
    'Also records deliveries of excerpts to users without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordQuestions › e.revoked_at is null › 1':
    'Also records deliveries of questions that the user may study without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordQuestions › e.user_id = ${userId} › 1':
    'Also records deliveries of questions that the user may study without an entitlement, which grants nothing.',
  "access/public.ts › revoke › .where('revoked_at', 'is', null) › 1": 'Revokes an entitlement that is revoked already.',
  "access/public.ts › revoke › .where('user_id', '=', userId) › 1":
    'The source names one order, and an order has one owner.',
  "accounts/devices-known.ts › isKnown › .where('u.closed_at', 'is', null) › 1": 'A closed account has no number.',
  "accounts/devices.ts › GET /v1/device_list › .where('revoked_at', 'is', null) › 1":
    'Lists revoked sessions of the same user too.',
  "accounts/mobile.ts › POST /v1/user_change_mobile › .where('id', '=', user.id) › 1":
    'Numbers are unique, so setting one for several users fails.',
  "accounts/mobile.ts › bindMobile › .where('id', '=', user.id) › 1":
    'Numbers are unique, so setting one for several users fails.',
  'accounts/mobile.ts › bindMobile › if (user.mobile) › 1':
    'The update statement that follows requires an account without a number.',
  "accounts/queries.ts › revokeDevice › .where('revoked_at', 'is', null) › 1":
    'Revokes a session of the same user that is revoked already.',
  "accounts/queries.ts › revokeSessions › .where('revoked_at', 'is', null) › 1":
    'Revokes sessions that are revoked already.',
  "accounts/queries.ts › userByMobile › .where('closed_at', 'is', null) › 1": 'A closed account has no number.',
  'ai/question-context.ts › questionText › e.user_id = ${userId} › 1':
    'The mutant is stricter: it allows only questions of items that no user ever owned.',
  'ai/retrieve.ts › ownNotes › ${onSale(now)} › 1': 'Selects only the user’s own notes.',
  'ai/retrieve.ts › ownNotes › ${ownedBy({ id: userId })} › 1': 'Selects only the user’s own notes.',
  "bank/queries.ts › progressOf › ${inOpenExam('q.id', now)} › 2": 'Counts only the user’s own favourites.',
  'bank/selection.ts › mayStudy › e.user_id = ${userId} › 2':
    'The mutant is stricter: it allows only questions of items that no user ever owned.',
  'catalogue/queries.ts › curriculumInfo › ch.free › 1':
    'Returns the id of a chapter to preview; opening it checks the access again.',
  'catalogue/queries.ts › latestProgress › ${onSale(now)} › 1':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  'catalogue/queries.ts › latestProgress › ${ownedBy({ id: userId })} › 1':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  'catalogue/queries.ts › latestProgress › ch.free › 1':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  "commerce/pay.ts › openidOf › .where('user_id', '=', user.id) › 1":
    'Runs only for payments inside WeChat, which rejects the openid of another user.',
  "community/chapters.ts › GET /v131/get_note › .where('p.public', '=', true) › 1":
    'Adds the user’s own private notes to the list that only this user receives.',
  'community/chapters.ts › countsOf › p.user_id = ${userId} › 1':
    'Counts likes of public notes, which every user can read.',
  "community/comments.ts › POST /v130/del_comment › .where('user_id', '=', user.id) › 1":
    'The delete statement that follows selects by owner too.',
  "community/comments.ts › POST /v130/del_comment › .where('user_id', '=', user.id) › 2":
    'The select statement before it checks the owner in the same transaction.',
  'community/comments.ts › waitingCards › p.user_id = ${user.id} › 1':
    'The mutant is stricter: the user’s list lacks items that any user has rated.',
  'community/reactions.ts › like › post.closed_at === null › 1':
    'Sends a notification to a closed account, which no user can read.',
  "exams/account-data.ts › examsAccountData.hasRecords › .where('state', '!=', 'prepared') › 1":
    'Adds an exam of the user’s own class that the user has not started.',
  "exams/public.ts › hasRunningExam › .where('state', '=', 'running') › 1":
    'The mutant is stricter: the AI stays closed after the submission.',
  "exams/queries.ts › lockAttempt › .where('a.state', '!=', 'prepared') › 1":
    'The submission saves its steps first, and that statement checks the state.',
  "exams/queries.ts › lockAttempt › .where('a.user_id', '=', userId) › 1":
    'The submission saves its steps first, and that statement checks the owner.',
  "exams/queries.ts › mine › a.state <> 'prepared' › 1":
    'Adds an exam of the user’s own class that the user has not started.',
  'exams/rules.ts › permissionFor › if (now >= exam.endsAt) › 1':
    'The statement that starts the attempt checks the end too.',
  "exams/save.ts › append › state <> 'prepared' › 1":
    'The attempt is the user’s own, its id is returned only when it starts, and steps before that are late.',
  'exams/save.ts › append › user_id = $2 › 1': 'paperOfAttempt checks the owner before it.',
  "exams/save.ts › appendLeaves › state <> 'prepared' › 1":
    'The attempt is the user’s own, and its id is returned only when it starts.',
  "exams/save.ts › look › state <> 'prepared' › 1":
    'The attempt is the user’s own, and its id is returned only when it starts.',
  "exams/save.ts › paperOfAttempt › .where('a.user_id', '=', user.id) › 1":
    'The statement that saves checks the owner too.',
  'exams/start.ts › enter › s.school_id = e.school_id › 1':
    'The statement also requires a class of the exam, and a class belongs to one school.',
  "overview/home.ts › home › user?.studentStatus === 'passed' › 1":
    'Hides the banner for student authentication from users who are not students.',
  "overview/home.ts › ownPart › user.studentStatus === 'passed' › 1": 'examsDue checks the status again.',
  "questions/queries.ts › testChapters › .where('below.free', '=', false) › 1":
    'The mutant is stricter: fewer tests are free.',
  "questions/queries.ts › testSizes › .where((eb) => eb.not(inOpenExam('questions.id', now))) › 1":
    'Returns only the number of questions and points of a test.',
  'reading/highlight-rows.ts › selectHighlights › ${onSale(now)} › 1':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  'reading/highlight-rows.ts › selectHighlights › ${ownedBy(user)} › 1':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  'reading/highlight-rows.ts › selectHighlights › ch.free › 1':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  "reading/highlights.ts › Changes.isFull › .where('user_id', '=', this.user.id) › 1":
    'The mutant is stricter: the limit is reached sooner.',
  'reading/resources.ts › resourceOf › row.open › 2': 'Posters of videos are public files, as covers are.',
  'search/queries.ts › suggestions › ${ownedBy(viewer)} › 1':
    'States whether a search result is locked; opening it checks the access again.',
  'study/lists.ts › listed › ${onSale(now)} › 1':
    'Lists items that the user has studied; opening one checks the access again.',
  'study/lists.ts › listed › ${ownedBy(user)} › 1':
    'Lists items that the user has studied; opening one checks the access again.',
  'study/lists.ts › unfinished › ${ownedBy({ id: userId })} › 1':
    'Decides which of the user’s own items are listed as unfinished.',
  'study/lists.ts › unfinished › fc.free › 1': 'Decides which of the user’s own items are listed as unfinished.',
  "uploads/queries.ts › oldUploads › .where('state', '=', 'stored') › 1":
    'Narrows the rows that the job reads; both statements that follow check the state again.',
}

/**
 * Mutants that no call of the matrix reaches, that need concurrent calls, or that only break the server there, each with
 * the module test that kills it. Keys are `Mutant.name`.
 */
export const testsOfMutants: Record<string, string> = {
  'access/deliveries.ts › deliveredPercent › ch.free › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › d.user_id = ${userId} › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › d.user_id = ${userId} › 2': 'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › d.user_id = ${userId} › 3': 'bank/bank.test.ts',
  'access/deliveries.ts › deliveredPercent › q.free › 1': 'bank/bank.test.ts',
  'access/deliveries.ts › mediaAccess › c.published › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › mediaAccess › e.revoked_at is null › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › right › revoked_at is null › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › right › user_id = ${userId} › 1': 'commerce/delivered.test.ts',
  'access/deliveries.ts › recordExcerpts › d.user_id = ${userId} › 1': 'commerce/delivered.test.ts',
  "accounts/devices-known.ts › forgetDevices › .where('user_id', '=', userId) › 1": 'accounts/lockout.test.ts',
  "accounts/devices-known.ts › rememberDevice › .where('user_id', '=', userId) › 1": 'accounts/lockout.test.ts',
  "accounts/devices-known.ts › rememberDevice › .where('user_id', '=', userId) › 2": 'accounts/lockout.test.ts',
  "accounts/qr.ts › GET /v1/login_qr_poll › .where('state', '=', 'confirmed') › 1": 'accounts/qr.test.ts',
  "accounts/queries.ts › lockUsers › .where('closed_at', 'is', null) › 1": 'accounts/qr.test.ts',
  "accounts/queries.ts › revokeAllSessions › .where('expires_at', '>', now) › 1": 'accounts/accounts.test.ts',
  "accounts/queries.ts › revokeAllSessions › .where('revoked_at', 'is', null) › 1": 'accounts/accounts.test.ts',
  'accounts/wechat-identity.ts › mustBeOwnWechat › if ((await ownerOf(ctx.db, person)) !== ctx.user.id) › 1':
    'accounts/wechat.test.ts',
  'adapters/storage/upload-token.ts › readUploadToken › given.length !== expected.length || !timingSafeEqual(given, expected) › 1':
    'uploads/uploads.test.ts',
  'adapters/storage/upload-token.ts › readUploadToken › grant.expiresAt > now › 1': 'uploads/uploads.test.ts',
  'ai/queries.ts › giveBack › user_id = ${userId} › 1': 'ai/ai.test.ts',
  'ai/question-context.ts › questionText › ${toldTo(userId)} › 1': 'ai/question-context.test.ts',
  "commerce/orders.ts › openOrder › .where('user_id', '=', user.id) › 1": 'commerce/orders.test.ts',
  'community/chapters.ts › countsOf › p.public › 1': 'community/chapters.test.ts',
  "community/chapters.ts › discussCounts › .where('public', '=', true) › 1": 'community/hide-posts.test.ts',
  "community/chapters.ts › mustBeShown › .where('user_id', '=', userId) › 1": 'community/hide-posts.test.ts',
  "community/comments.ts › GET /v130/comment_list › .where('p.public', '=', true) › 1": 'community/hide-posts.test.ts',
  "community/comments.ts › GET /v130/comment_info › .where('p.public', '=', true) › 1": 'community/hide-posts.test.ts',
  "community/comments.ts › ownComments › .where('p.public', '=', true) › 1": 'community/hide-posts.test.ts',
  "community/reactions.ts › GET /v131/reply_list › .where('p.public', '=', true) › 1": 'community/hide-posts.test.ts',
  'exams/results.ts › asksAgain › (await embargoedQuestions(ctx.db, asked, now, exam.id)).size > 0 › 1':
    'exams/revise.test.ts',
  "exams/results.ts › handedIn › attempt.state !== 'running' › 1": 'exams/results.test.ts',
  'exams/results.ts › rankOf › mine.user_id = ${attempt.userId} › 1': 'exams/results.test.ts',
  'exams/results.ts › showExam › analysis.allowed › 1': 'exams/results.test.ts',
  "exams/results.ts › showExam › if (attempt.state === 'running') › 1": 'exams/exams.test.ts',
  'exams/rules.ts › analysisFor › if (!handedIn) › 1': 'exams/results.test.ts',
  "exams/rules.ts › analysisFor › if (exam.analysis === 'never') › 1": 'exams/results.test.ts',
  'exams/start.ts › enter › $4 < e.ends_at › 1': 'exams/permission.test.ts',
  'exams/start.ts › enter › c.class_id = s.class_id › 1': 'exams/permission.test.ts',
  'exams/start.ts › enter › s.user_id = $2 › 1': 'exams/permission.test.ts',
  'http/idempotency.ts › once › { user_id: keyed.userId, path: keyed.path, key } › 1': 'http/idempotency.test.ts',
  "library/account-data.ts › libraryAccountData.erase › .where('visitor', '=', visitorOf(userId)) › 1":
    'library/library.test.ts',
  'media/links.ts › readLink › given.length === expected.length && timingSafeEqual(given, expected) › 1':
    'media/media.test.ts',
  'media/routes.ts › mediaRoutes › !allowed › 1': 'commerce/delivered.test.ts',
  'questions/handlers.ts › GET /v1/textbooks_question_result › await mustBeOpen(ctx.db, [version!], ctx.clock.now()) › 1':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › GET /v1/textbooks_show_exam › hidden.has(versions[i]!.questionId) › 1':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › POST /v1/textbooks_question_submit › await mustBeOpen(db, [version], clock.now()) › 1':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › POST /v1/textbooks_test_submit › await mustBeOpen(db, versions, now) › 1':
    'questions/exam-embargo.test.ts',
  "questions/queries.ts › testVersionIds › .where((eb) => eb.not(inOpenExam('questions.id', now))) › 1":
    'questions/exam-embargo.test.ts',
  "reading/highlights.ts › refreshAnchors › .where('h.user_id', '=', userId) › 1": 'reading/highlights.test.ts',
  'runcode/grade.ts › gradedTest › test.hidden › 1': 'runcode/grade.test.ts',
  "study/record-heartbeat.ts › addEvents › .where('user_id', '=', heartbeat.userId) › 1": 'study/heartbeats.test.ts',
  "study/record-heartbeat.ts › coverage › .where('user_id', '=', heartbeat.userId) › 1": 'study/heartbeats.test.ts',
  "study/record-heartbeat.ts › sessionOf › .where('user_id', '=', userId) › 1": 'study/heartbeats.test.ts',
  "support/cs.ts › conversationOf › .where('m.user_id', '=', userId) › 1": 'support/support.test.ts',
  "uploads/queries.ts › markReceived › .where('state', '=', 'pending') › 1": 'uploads/uploads.test.ts',
  "uploads/queries.ts › storedUploads › .where('u.state', '=', 'stored') › 1": 'uploads/clean.test.ts',
}

/** Whether the matrix is expected not to kill the mutant. */
export const isAccepted = ({ name }: { name: string }): boolean => name in equivalentMutants || name in testsOfMutants
