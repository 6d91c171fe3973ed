/**
 * Checks whose removal the matrix does not notice, and why that is no leak: another check stands behind them, they only
 * narrow what is one's own, no call comes by, or a test of their own notices. Named as `Mutant.name` names them.
 */
export const harmless: Record<string, string> = {
  "access/public.ts .where('user_id', '=', userId) 1":
    'What it takes back is named by its source: one order, which has one owner.',
  'ai/about.ts e.user_id = ${userId} 1': 'Without it fewer may ask: nobody who never had what anybody has.',
  'ai/queries.ts user_id = ${userId} 1': 'Comes by where a model fails only; others could then ask once more today.',
  'bank/selection.ts e.user_id = ${userId} 2': 'Without it fewer may study: nobody who never had what anybody has.',
  "commerce/pay.ts .where('user_id', '=', user.id) 1":
    'Comes by where WeChat is paid with only; WeChat lets nobody pay by the openid of another.',
  'community/chapters.ts p.user_id = ${userId} 1': 'A number of likes of what everybody may read.',
  'community/comments.ts p.user_id = ${user.id} 1': 'Without it one’s own list lacks what others have rated in public.',
  "community/comments.ts .where('user_id', '=', user.id) 2": 'The statement that deletes asks for the owner too.',
  "community/comments.ts .where('user_id', '=', user.id) 3": 'Whose it is was asked before in the same transaction.',
  'community/reactions.ts post.user_id !== user.id 1': 'Who likes their own words would be told so themselves.',
  "exams/queries.ts .where('a.user_id', '=', userId) 3": 'Steps are saved first, and that asks for the owner.',
  'exams/results.ts mine.user_id = ${attempt.userId} 1':
    'Ranks are told after the end: exams/results.test.ts notices two students with one rank.',
  'exams/save.ts user_id = $2 2': 'The paper is looked for by its owner first.',
  "exams/save.ts .where('a.user_id', '=', user.id) 1": 'The statement that saves asks for the owner too.',
  'exams/start.ts s.user_id = $2 1': 'Only who has an attempt gets in, and attempts are made for the class.',
  "reading/highlights.ts .where('h.user_id', '=', userId) 1":
    'Finds places again in a text that has changed, as their owners would the next time.',
  "reading/highlights.ts .where('user_id', '=', this.user.id) 1": 'A limit that would only be reached sooner.',
  "study/record.ts .where('user_id', '=', userId) 1":
    'A session is named by what the device drew; with another’s one only gets less time oneself.',
  "study/record.ts .where('user_id', '=', beat.userId) 1": 'How much time counts for one’s own progress with a video.',
  "study/record.ts .where('user_id', '=', beat.userId) 2": 'A session is named by what the device drew.',
  "support/cs.ts .where('m.user_id', '=', userId) 1": 'Read by staff, who see whom they answer; no call comes by.',
  'runcode/queries.ts user_id = ${userId} 3': 'Only one’s own drafts go, some of them sooner.',
}
