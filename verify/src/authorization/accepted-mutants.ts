/**
 * Mutants that the matrix cannot kill, each with the reason why it leaks nothing: the mutant is stricter, another check
 * follows, or the removed check only narrows the user's own data. Keys are `Mutant.name`.
 */
export const equivalentMutants: Record<string, string> = {
  'access/deliveries.ts › lockEntitlement › from entitlements › revoked_at is null':
    'Locks more rows than needed until the transaction ends.',
  'access/deliveries.ts › lockEntitlement › from entitlements › user_id = ${userId}':
    'Locks more rows than needed until the transaction ends.',
  'access/deliveries.ts › recordExcerpts › from entitlements › e.revoked_at is null':
    'Also records deliveries of excerpts to users without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordExcerpts › from entitlements › e.user_id = ${userId}':
    'Also records deliveries of excerpts to users without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordQuestions › join entitlements › e.revoked_at is null':
    'Also records deliveries of questions that the user may study without an entitlement, which grants nothing.',
  'access/deliveries.ts › recordQuestions › join entitlements › e.user_id = ${userId}':
    'Also records deliveries of questions that the user may study without an entitlement, which grants nothing.',
  "access/public.ts › revokeEntitlement › updateTable entitlements › .where('revoked_at', 'is', null)":
    'Revokes an entitlement that is revoked already.',
  "access/public.ts › revokeEntitlement › updateTable entitlements › .where('user_id', '=', userId)":
    'The source names one order, and an order has one owner.',
  "accounts/known-devices.ts › isKnown › innerJoin users › .where('u.closed_at', 'is', null)":
    'A closed account has no number.',
  "accounts/devices.ts › GET /v1/device_list › selectFrom sessions › .where('revoked_at', 'is', null)":
    'Lists revoked sessions of the same user too.',
  "accounts/mobile.ts › POST /v1/user_change_mobile › updateTable users › .where('id', '=', user.id)":
    'Numbers are unique, so setting one for several users fails.',
  "accounts/mobile.ts › bindMobile › updateTable users › .where('id', '=', user.id)":
    'Numbers are unique, so setting one for several users fails.',
  'accounts/mobile.ts › bindMobile › if (user.mobile)':
    'The update statement that follows requires an account without a number.',
  "accounts/queries.ts › revokeDevice › updateTable sessions › .where('revoked_at', 'is', null)":
    'Revokes a session of the same user that is revoked already.',
  "accounts/queries.ts › revokeSessions › updateTable sessions › .where('revoked_at', 'is', null)":
    'Revokes sessions that are revoked already.',
  "accounts/queries.ts › userByMobile › selectFrom users › .where('closed_at', 'is', null)":
    'A closed account has no number.',
  'ai/question-context.ts › questionText › from entitlements › e.user_id = ${userId}':
    'The mutant is stricter: it allows only questions of items that no user ever owned.',
  'ai/retrieve.ts › ownNotes › join curricula › ${onSale(now)}': 'Selects only the user’s own notes.',
  'ai/retrieve.ts › ownNotes › join curricula › ${ownedBy({ id: userId })}': 'Selects only the user’s own notes.',
  "bank/queries.ts › readBankProgress › join questions › ${inOpenExam('q.id', now)}":
    'Counts only the user’s own favourites.',
  'bank/selection.ts › mayStudy › from entitlements › e.user_id = ${userId} › never-owned':
    'The mutant is stricter: it allows only questions of items that no user ever owned.',
  'catalogue/queries.ts › curriculumInfo › from chapters › ch.free':
    'Returns the id of a chapter to preview; opening it checks the access again.',
  'catalogue/queries.ts › selectLatestProgress › ${onSale(now)}':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  'catalogue/queries.ts › selectLatestProgress › ${ownedBy({ id: userId })}':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  'catalogue/queries.ts › selectLatestProgress › from progress › user_id = ${userId}':
    'The rest of the statement reads only the user’s own progress.',
  'catalogue/queries.ts › selectLatestProgress › join chapters › ch.free':
    'Returns the user’s own progress; opening the chapter checks the access again.',
  "commerce/pay.ts › openidOf › selectFrom wechat_identities › .where('user_id', '=', user.id)":
    'Runs only for payments inside WeChat, which rejects the openid of another user.',
  "community/chapters.ts › GET /v131/get_note › .where('p.public', '=', true)":
    'Adds the user’s own private notes to the list that only this user receives.',
  'community/chapters.ts › countProfilePosts › join curricula › p.user_id = ${userId}':
    'Counts likes of public notes, which every user can read.',
  "community/comments.ts › POST /v130/del_comment › selectFrom posts › .where('user_id', '=', user.id)":
    'The delete statement that follows selects by owner too.',
  "community/comments.ts › POST /v130/del_comment › deleteFrom posts › .where('user_id', '=', user.id)":
    'The select statement before it checks the owner in the same transaction.',
  'community/comments.ts › waitingCards › from posts › p.user_id = ${user.id}':
    'The mutant is stricter: the user’s list lacks items that any user has rated.',
  'community/reactions.ts › like › updateTable likes › post.closed_at === null':
    'Sends a notification to a closed account, which no user can read.',
  "exams/account-data.ts › examsAccountData.hasRecords › selectFrom exam_attempts › .where('state', '!=', 'prepared')":
    'Adds an exam of the user’s own class that the user has not started.',
  "exams/public.ts › hasRunningExam › selectFrom exam_attempts › .where('state', '=', 'running')":
    'The mutant is stricter: the AI stays closed after the submission.',
  "exams/queries.ts › lockAttempt › innerJoin exams › .where('a.state', '!=', 'prepared')":
    'The attempt is the user’s own, and its id is returned only when it starts.',
  "exams/queries.ts › selectOwnExams › from exam_attempts › a.state <> 'prepared'":
    'Adds an exam of the user’s own class that the user has not started.',
  'exams/rules.ts › permissionFor › if (now >= exam.endsAt)':
    'The statement that starts the attempt checks the end too.',
  "exams/append-steps.ts › append › join exam_attempts › a.state <> 'prepared'":
    'The attempt is the user’s own, its id is returned only when it starts, and steps before that are late.',
  "exams/save.ts › appendLeaves › from exam_attempts › state <> 'prepared'":
    'The attempt is the user’s own, and its id is returned only when it starts.',
  "exams/save.ts › look › from exam_attempts › state <> 'prepared'":
    'The attempt is the user’s own, and its id is returned only when it starts.',
  "exams/save.ts › paperOfAttempt › innerJoin exams › .where('a.user_id', '=', user.id)":
    'The statement that saves checks the owner too.',
  "exams/student-exams.ts › selectNextExam › from users › u.student_status = 'passed'":
    'The home page checks the status too.',
  "overview/home.ts › buildHomePage › user.studentStatus === 'passed'":
    'Hides the banner for student authentication; the statement of the next exam checks the status too.',
  "questions/queries.ts › testChapters › selectFrom chapters › .where('below.free', '=', false)":
    'The mutant is stricter: fewer tests are free.',
  "questions/queries.ts › testSizes › selectFrom questions › .where((eb) => eb.not(inOpenExam('questions.id', now)))":
    'Returns only the number of questions and points of a test.',
  'reading/highlight-rows.ts › selectHighlights › leftJoin paragraphs › ${onSale(now)}':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  'reading/highlight-rows.ts › selectHighlights › leftJoin paragraphs › ${ownedBy(user)}':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  'reading/highlight-rows.ts › selectHighlights › leftJoin paragraphs › ch.free':
    'Only states whether the user’s own highlight can be opened; opening it checks the access again.',
  "reading/highlights.ts › Changes.isFull › selectFrom highlights › .where('user_id', '=', this.user.id)":
    'The mutant is stricter: the limit is reached sooner.',
  'reading/resources.ts › resourceOf › row.open › poster': 'Posters of videos are public files, as covers are.',
  'search/queries.ts › suggestions › ${ownedBy(viewer)}':
    'States whether a search result is locked; opening it checks the access again.',
  'study/lists.ts › listed › innerJoin sql › ${onSale(now)}':
    'Lists items that the user has studied; opening one checks the access again.',
  'study/lists.ts › listed › innerJoin sql › ${ownedBy(user)}':
    'Lists items that the user has studied; opening one checks the access again.',
  'study/lists.ts › unfinished › ${ownedBy({ id: userId })}':
    'Decides which of the user’s own items are listed as unfinished.',
  'study/lists.ts › unfinished › from chapters › fc.free':
    'Decides which of the user’s own items are listed as unfinished.',
  "uploads/clean.ts › oldUploads › selectFrom uploads › .where('state', '=', 'stored')":
    'Narrows the rows that the job reads; both statements that follow check the state again.',
}

/**
 * Mutants that a module test kills instead of the matrix: no call of the matrix reaches them, they need concurrent
 * calls, or in the matrix they only cause a server error. Keys are `Mutant.name`, values the module tests.
 */
export const testsOfMutants: Record<string, string> = {
  'access/deliveries.ts › deliveredPercent › join deliveries › ch.free': 'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › join deliveries › d.user_id = ${userId} › chapters':
    'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › join deliveries › d.user_id = ${userId} › files':
    'commerce/delivered.test.ts',
  'access/deliveries.ts › deliveredPercent › join deliveries › d.user_id = ${userId} › questions': 'bank/bank.test.ts',
  'access/deliveries.ts › deliveredPercent › join deliveries › q.free': 'bank/bank.test.ts',
  'access/deliveries.ts › mediaAccess › join resources › c.published': 'commerce/delivered.test.ts',
  'access/deliveries.ts › mediaAccess › from entitlements › e.revoked_at is null': 'commerce/delivered.test.ts',
  'access/deliveries.ts › right › from entitlements › revoked_at is null': 'commerce/delivered.test.ts',
  'access/deliveries.ts › right › from entitlements › user_id = ${userId}': 'commerce/delivered.test.ts',
  'access/deliveries.ts › recordExcerpts › join deliveries › d.user_id = ${userId}': 'commerce/delivered.test.ts',
  "account-data.ts › staff.cancelCheck › selectFrom staff_grants › .where('revoked_at', 'is', null)":
    'modules/account-data.test.ts',
  "account-data.ts › staff.cancelCheck › selectFrom staff_grants › .where('user_id', '=', userId)":
    'modules/account-data.test.ts',
  "account-data.ts › staff.erase › deleteFrom table › .where('user_id', '=', userId)": 'modules/account-data.test.ts',
  "account-data.ts › staff.erase › updateTable staff_grants › .where('revoked_at', 'is', null)":
    'modules/account-data.test.ts',
  "account-data.ts › staff.erase › updateTable staff_grants › .where('user_id', '=', userId)":
    'modules/account-data.test.ts',
  "account-data.ts › staff.exportData › selectFrom staff_grants › .where('user_id', '=', userId)":
    'modules/account-data.test.ts',
  "account-data.ts › staff.hasRecords › selectFrom staff_grants › .where('user_id', '=', userId)":
    'modules/account-data.test.ts',
  "account-data.ts › work.erase › updateTable work_items › .where('closed_at', 'is', null)":
    'modules/account-data.test.ts',
  "account-data.ts › work.erase › updateTable work_items › .where('user_id', '=', userId) › all-items":
    'modules/account-data.test.ts',
  "account-data.ts › work.erase › updateTable work_items › .where('user_id', '=', userId) › open-items":
    'modules/account-data.test.ts',
  "accounts/merge.ts › mergeAccounts › selectFrom known_devices › .where('user_id', '=', closing)":
    'accounts/merge.test.ts',
  'accounts/mobile.ts › POST /v1/user_change_mobile › proof.mobile !== current.mobile': 'accounts/mobile.test.ts',
  'accounts/mobile.ts › POST /v1/user_change_mobile › userId !== user.id': 'accounts/mobile.test.ts',
  'accounts/profile.ts › mustHaveProved › from staff_grants › g.user_id = ${userId}': 'accounts/profile.test.ts',
  "accounts/known-devices.ts › forgetDevices › deleteFrom known_devices › .where('user_id', '=', userId)":
    'accounts/lockout.test.ts',
  "accounts/known-devices.ts › rememberDevice › deleteFrom known_devices › .where('user_id', '=', userId)":
    'accounts/lockout.test.ts',
  "accounts/known-devices.ts › rememberDevice › selectFrom known_devices › .where('user_id', '=', userId)":
    'accounts/lockout.test.ts',
  "accounts/qr.ts › GET /v1/login_qr_poll › updateTable qr_logins › .where('state', '=', 'confirmed')":
    'accounts/qr.test.ts',
  "accounts/queries.ts › lockUsers › selectFrom users › .where('closed_at', 'is', null)": 'accounts/qr.test.ts',
  "accounts/queries.ts › revokeAllSessions › updateTable sessions › .where('expires_at', '>', now)":
    'accounts/accounts.test.ts',
  "accounts/queries.ts › revokeAllSessions › updateTable sessions › .where('revoked_at', 'is', null)":
    'accounts/accounts.test.ts',
  'accounts/wechat-identity.ts › mustBeOwnWechat › if ((await findWechatAccount(ctx.db, person)) !== ctx.user.id)':
    'accounts/wechat.test.ts',
  'adapters/storage/upload-token.ts › readUploadToken › given.length !== expected.length || !timingSafeEqual(given, expected)':
    'uploads/uploads.test.ts',
  'adapters/storage/upload-token.ts › readUploadToken › grant.expiresAt > now': 'uploads/uploads.test.ts',
  'ai/ask.ts › giveBack › update ai_quota › user_id = ${userId}': 'ai/ai.test.ts',
  'ai/question-context.ts › questionText › ${toldTo(userId)}': 'ai/question-context.test.ts',
  "commerce/orders.ts › openOrder › selectFrom orders › .where('user_id', '=', user.id)": 'commerce/orders.test.ts',
  'community/chapters.ts › countProfilePosts › join curricula › p.public': 'community/chapters.test.ts',
  "community/chapters.ts › discussCounts › selectFrom posts › .where('public', '=', true)":
    'community/hide-posts.test.ts',
  "community/chapters.ts › mustBeShown › selectFrom posts › .where('user_id', '=', userId)":
    'community/hide-posts.test.ts',
  "community/comments.ts › GET /v130/comment_list › .where('p.public', '=', true)": 'community/hide-posts.test.ts',
  "community/comments.ts › GET /v130/comment_info › .where('p.public', '=', true)": 'community/hide-posts.test.ts',
  "community/comments.ts › ownComments › .where('p.public', '=', true)": 'community/hide-posts.test.ts',
  "community/reactions.ts › GET /v131/reply_list › leftJoin users › .where('p.public', '=', true)":
    'community/hide-posts.test.ts',
  'exams/results.ts › asksAgain › (await embargoedQuestions(ctx.db, questionIds, now, exam.id)).size > 0':
    'exams/revise.test.ts',
  "exams/results.ts › findSubmittedAttempt › attempt.state !== 'running'": 'exams/results.test.ts',
  'exams/results.ts › selectRank › from best › mine.user_id = ${userId}': 'exams/results.test.ts',
  'exams/results.ts › showExam › analysis.allowed': 'exams/results.test.ts',
  "exams/results.ts › showExam › if (attempt.state === 'running')": 'exams/exams.test.ts',
  'exams/rules.ts › analysisFor › if (!handedIn)': 'exams/results.test.ts',
  "exams/rules.ts › analysisFor › if (exam.analysis === 'never')": 'exams/results.test.ts',
  'exams/start.ts › enter › from exam_candidates › $4 < e.ends_at': 'exams/permission.test.ts',
  'exams/start.ts › enter › from exam_candidates › c.user_id = $2': 'exams/permission.test.ts',
  'http/idempotency.ts › runOncePerKey › selectFrom idempotency › { user_id: keyed.userId, path: keyed.path, key }':
    'http/idempotency.test.ts',
  "library/account-data.ts › libraryAccountData.erase › deleteFrom events › .where('visitor', '=', visitorOf(userId))":
    'library/library.test.ts',
  'media/links.ts › readLink › given.length === expected.length && timingSafeEqual(given, expected)':
    'media/media.test.ts',
  'media/routes.ts › mediaRoutes › !allowed': 'commerce/delivered.test.ts',
  'questions/handlers.ts › GET /v1/textbooks_question_result › await rejectEmbargoed(ctx.db, [version!], ctx.clock.now())':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › GET /v1/textbooks_show_exam › hidden.has(versions[i]!.questionId)':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › POST /v1/textbooks_question_submit › await rejectEmbargoed(db, [version], clock.now())':
    'questions/exam-embargo.test.ts',
  'questions/handlers.ts › POST /v1/textbooks_test_submit › await rejectEmbargoed(db, versions, now)':
    'questions/exam-embargo.test.ts',
  "questions/queries.ts › testVersionIds › selectFrom questions › .where((eb) => eb.not(inOpenExam('questions.id', now)))":
    'questions/exam-embargo.test.ts',
  "reading/highlights.ts › refreshAnchors › innerJoin chapters › .where('h.user_id', '=', userId)":
    'reading/highlights.test.ts',
  'runcode/grade.ts › gradedTest › test.hidden': 'runcode/grade.test.ts',
  'study/record-heartbeat.ts › write › from credited › s.user_id = ${userId}': 'study/heartbeats.test.ts',
  'study/record-heartbeat.ts › selectBefore › from study_events › user_id = ${userId} › credited':
    'study/heartbeats.test.ts',
  'study/record-heartbeat.ts › selectBefore › from study_sessions › user_id = ${userId}': 'study/heartbeats.test.ts',
  "support/cs.ts › conversationOf › selectFrom cs_messages › .where('m.user_id', '=', userId)":
    'support/support.test.ts',
  "uploads/queries.ts › markReceived › updateTable uploads › .where('state', '=', 'pending')":
    'uploads/uploads.test.ts',
  "uploads/queries.ts › storedUploads › innerJoin media › .where('u.state', '=', 'stored')": 'uploads/clean.test.ts',
}

/** Whether the matrix is expected not to kill the mutant. */
export const isAccepted = ({ name }: { name: string }): boolean => name in equivalentMutants || name in testsOfMutants
