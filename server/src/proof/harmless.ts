/**
 * Checks whose removal the matrix does not notice, and why that is no leak: another check stands behind them, or they only
 * narrow what is one's own. Named as `Mutant.name` names them.
 */
export const harmless: Record<string, string> = {
  "access/public.ts .where('user_id', '=', userId) 1":
    'What it takes back is named by its source: one order, which has one owner.',
  'ai/about.ts e.user_id = ${userId} 1': 'Without it fewer may ask: nobody who never had what anybody has.',
  'bank/selection.ts e.user_id = ${userId} 2': 'Without it fewer may study: nobody who never had what anybody has.',
  "commerce/pay.ts .where('user_id', '=', user.id) 1":
    'Comes by where WeChat is paid with only; WeChat lets nobody pay by the openid of another.',
  'community/chapters.ts p.user_id = ${userId} 1': 'A number of likes of what everybody may read.',
  'community/comments.ts p.user_id = ${user.id} 1': 'Without it one’s own list lacks what others have rated in public.',
  "community/comments.ts .where('user_id', '=', user.id) 2": 'The statement that deletes asks for the owner too.',
  "community/comments.ts .where('user_id', '=', user.id) 3": 'Whose it is was asked before in the same transaction.',
  "exams/queries.ts .where('a.user_id', '=', userId) 3": 'Steps are saved first, and that asks for the owner.',
  'exams/save.ts user_id = $2 2': 'The paper is looked for by its owner first.',
  "exams/save.ts .where('a.user_id', '=', user.id) 1": 'The statement that saves asks for the owner too.',
  "reading/highlights.ts .where('user_id', '=', this.user.id) 1": 'A limit that would only be reached sooner.',
  "access/public.ts .where('revoked_at', 'is', null) 2": 'What was taken back would be taken back once more.',
  "accounts/devices.ts .where('revoked_at', 'is', null) 1": 'One’s own logins, also those that have ended.',
  "accounts/devices.ts .where('revoked_at', 'is', null) 2": 'A login of one’s own that has ended would end again.',
  'accounts/mobile.ts if (user.mobile) 1': 'The statement that binds asks for it too.',
  "accounts/mobile.ts .where('id', '=', user.id) 1": 'A number is unique: given to more than one, the statement fails.',
  "accounts/mobile.ts .where('id', '=', user.id) 2": 'A number is unique: given to more than one, the statement fails.',
  "accounts/queries.ts .where('closed_at', 'is', null) 1": 'A closed account has no number.',
  "accounts/queries.ts .where('revoked_at', 'is', null) 1": 'Logins that have ended would end again.',
  'ai/retrieve.ts ${onSale(now)} 3': 'One’s own notes.',
  'ai/retrieve.ts ${ownedBy({ id: userId })} 3': 'One’s own notes.',
  "bank/queries.ts ${inOpenExam('q.id', now)} 2": 'How many one has kept oneself.',
  "catalogue/home.ts user?.studentStatus === 'passed' 1": 'Leaves out an advertisement for what one is already.',
  "catalogue/home.ts user.studentStatus === 'passed' 1": 'Whose exams are due asks for it again.',
  'catalogue/queries.ts ch.free 1': 'Names the chapter to try; opening it asks again.',
  'catalogue/queries.ts ch.free 3': 'Where one was oneself; opening it asks again.',
  'catalogue/queries.ts ${onSale(now)} 4': 'Where one was oneself; opening it asks again.',
  'catalogue/queries.ts ${ownedBy({ id: userId })} 1': 'Where one was oneself; opening it asks again.',
  "community/chapters.ts .where('p.public', '=', true) 1":
    'One’s own notes would stand among everybody’s, for oneself alone.',
  'community/reactions.ts post.closed_at === null 1': 'A message that nobody can read any more.',
  "exams/public.ts .where('state', '=', 'running') 1": 'Without it the AI is silent for longer.',
  'exams/rules.ts if (now >= exam.endsAt) 1': 'The statement that begins asks for the end too.',
  'exams/start.ts s.school_id = e.school_id 1': 'Only who has an attempt gets in, and classes are of one school.',
  "questions/queries.ts .where('below.free', '=', false) 1": 'Without it fewer tests are free.',
  "questions/queries.ts .where((eb) => eb.not(inOpenExam('questions.id', now))) 2": 'How many a test has, as a number.',
  'reading/highlight-rows.ts ${ownedBy(user)} 1': 'Whether one’s own mark can be opened; opening asks again.',
  'reading/highlight-rows.ts ch.free 1': 'Whether one’s own mark can be opened; opening asks again.',
  'reading/highlight-rows.ts ${onSale(now)} 1': 'Whether one’s own mark can be opened; opening asks again.',
  "exams/account-part.ts .where('state', '!=', 'prepared') 1": 'An exam of one’s own class that one has not begun.',
  "exams/queries.ts a.state <> 'prepared' 1": 'An exam of one’s own class that one has not begun.',
  "exams/queries.ts .where('a.state', '!=', 'prepared') 2": 'Steps are saved first, and that asks for it.',
  "exams/save.ts state <> 'prepared' 1": 'One’s own, whose id is told when it begins.',
  "exams/save.ts state <> 'prepared' 2": 'One’s own, whose id is told when it begins; before that all is late.',
  "exams/save.ts state <> 'prepared' 3": 'One’s own, whose id is told when it begins.',
  'reading/resources.ts row.open 3': 'Posters of videos lie in the public area, as covers do.',
  'study/lists.ts ${onSale(now)} 1': 'What one has studied oneself; opening it asks again.',
  'study/lists.ts ${ownedBy(user)} 1': 'What one has studied oneself; opening it asks again.',
  'study/lists.ts ${ownedBy({ id: userId })} 1': 'Which of one’s own are told to be unfinished.',
  'study/lists.ts fc.free 1': 'Which of one’s own are told to be unfinished.',
  "uploads/queries.ts .where('state', '=', 'stored') 1":
    'Narrows what the job looks at; both statements that follow ask for it again before one ends.',
  'search/queries.ts ${ownedBy(viewer)} 2': 'Whether a hit is told to be locked; opening it asks again.',
}

/**
 * Checks that no call of the matrix comes by, that only two at once come by, or over which the server only breaks there, and
 * the test that notices. Files are named as in `Mutant.name`: those of modules without the folder they are in.
 */
export const witnessed: Record<string, string> = {
  'exams/results.ts mine.user_id = ${attempt.userId} 1': 'exams/results.test.ts',
  'accounts/wechat-identity.ts if ((await ownerOf(ctx.db, person)) !== ctx.user.id) 1': 'accounts/wechat.test.ts',
  'ai/about.ts ${toldTo(userId)} 1': 'ai/about.test.ts',
  'exams/results.ts (await hiddenQuestions(ctx.db, asked, now, exam.id)).size > 0 1': 'exams/seed.test.ts',
  'exams/results.ts analysis.allowed 3': 'exams/results.test.ts',
  "exams/rules.ts if (exam.analysis === 'never') 1": 'exams/results.test.ts',
  'questions/handlers.ts await mustBeOpen(db, [version], clock.now()) 1': 'questions/hidden.test.ts',
  'questions/handlers.ts await mustBeOpen(ctx.db, [version!], ctx.clock.now()) 1': 'questions/hidden.test.ts',
  'questions/handlers.ts await mustBeOpen(db, versions, now) 1': 'questions/hidden.test.ts',
  'questions/handlers.ts hidden.has(versions[i]!.questionId) 1': 'questions/hidden.test.ts',
  "questions/queries.ts .where((eb) => eb.not(inOpenExam('questions.id', now))) 1": 'questions/hidden.test.ts',
  'runcode/grade.ts test.hidden 2': 'runcode/grade.test.ts',
  "uploads/queries.ts .where('state', '=', 'pending') 1": 'uploads/uploads.test.ts',
  "uploads/queries.ts .where('u.state', '=', 'stored') 1": 'uploads/uploads.test.ts',
  'adapters/storage/upload-token.ts given.length !== expected.length || !timingSafeEqual(given, expected) 1':
    'uploads/uploads.test.ts',
  'adapters/storage/upload-token.ts grant.expiresAt > now 1': 'uploads/uploads.test.ts',
  'media/routes.ts !isSigned(env.config.secret, token, path, now) 1': 'media/media.test.ts',
  'http/idempotency.ts { user_id: keyed.userId, path: keyed.path, key } 1': 'http/idempotency.test.ts',
  "accounts/queries.ts .where('revoked_at', 'is', null) 2": 'accounts/accounts.test.ts',
  "accounts/queries.ts .where('expires_at', '>', now) 1": 'accounts/accounts.test.ts',
  "accounts/queries.ts .where('closed_at', 'is', null) 2": 'accounts/qr.test.ts',
  "accounts/qr.ts .where('state', '=', 'confirmed') 1": 'accounts/qr.test.ts',
  'ai/queries.ts user_id = ${userId} 1': 'ai/ai.test.ts',
  "commerce/orders.ts .where('user_id', '=', user.id) 1": 'commerce/orders.test.ts',
  'community/chapters.ts p.public 3': 'community/chapters.test.ts',
  'exams/start.ts s.user_id = $2 1': 'exams/permission.test.ts',
  'exams/start.ts c.class_id = s.class_id 1': 'exams/permission.test.ts',
  'exams/start.ts $4 < e.ends_at 1': 'exams/permission.test.ts',
  "library/part.ts .where('visitor', '=', visitorOf(userId)) 1": 'library/library.test.ts',
  "reading/highlights.ts .where('h.user_id', '=', userId) 1": 'reading/highlights.test.ts',
  "study/record.ts .where('user_id', '=', userId) 1": 'study/beats.test.ts',
  "study/record.ts .where('user_id', '=', beat.userId) 1": 'study/beats.test.ts',
  "study/record.ts .where('user_id', '=', beat.userId) 2": 'study/beats.test.ts',
  "support/cs.ts .where('m.user_id', '=', userId) 1": 'support/support.test.ts',
}

/** Whether nothing of it is expected to be noticed by the matrix. */
export const isNamed = ({ name }: { name: string }): boolean => name in harmless || name in witnessed
