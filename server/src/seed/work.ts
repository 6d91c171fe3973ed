import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../adapters/storage/storage'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import type { StoredPicture } from '../db/schema/support'
import { inTransaction } from '../db/transaction'
import { type StoredMedia, saveMedia, storeImage } from '../modules/media/public'
import { setStudentStatus } from '../modules/students/queries'
import { openWork } from '../modules/work/public'

const hour = 3600

/** Applications for student verification by fictional users, with pictures of invented student cards. */
const applicants = [
  {
    by: '木子同学',
    school: '江城大学',
    class: '计算机 2402 班',
    no: '20240188',
    name: '林知夏',
    card: 'student-card-1',
    hours: 20,
  },
  {
    by: '程一诺',
    school: '云岭师范大学',
    class: '英语 2401 班',
    no: '24010715',
    name: '顾明远',
    card: 'student-card-2',
    hours: 9,
  },
  {
    by: '小林不熬夜',
    school: '云岭师范大学',
    class: '教育技术 2502 班',
    no: '25020731',
    name: '叶青禾',
    card: 'student-card-3',
    hours: 3,
  },
]

const questions = [
  {
    by: '一只刷题喵',
    text: '第 2 章的视频放不出来，换了网络也一样，截图在下面。',
    picture: 'player-error',
    minutes: 200,
  },
  { by: '早八的勇士', text: '我换了手机号，怎么把以前买的课转到新号码上？', minutes: 35 },
]

const opinions = [
  {
    by: '图书馆三楼',
    kind: 'bug' as const,
    text: '手机横屏看《概率十二讲》时，公式右边会被切掉一点。',
    contact: '',
    hours: 30,
  },
]

/** Reports of sample posts by other users; `post` is the post's name in seed/community.ts. */
const reports = [
  { post: 'comment course/python 0', by: ['江边慢跑', '番茄炒蛋不放糖'], reason: '与课程无关', hours: 14 },
  { post: 'discuss 0', by: ['周末去爬山'], reason: '重复发布', hours: 5 },
]

const cannedReplies = [
  { title: '退款在哪里申请', text: '同学你好，请打开「我的 - 订单」，点开这笔订单，最下面有「申请退款」。' },
  { title: '视频放不出来', text: '同学你好，麻烦先换一个网络再试一次；如果还是不行，请把页面截图发给我们。' },
  { title: '换手机号', text: '同学你好，请用旧号码登录，在「设置 - 手机号」里换成新号码，购买的内容都会跟着过去。' },
]

interface SeedContext {
  tx: Db
  now: number
  people: Map<string, number>
  media: Map<string, StoredMedia>
}

const pictureNames = [...applicants.map(({ card }) => card), ...questions.flatMap(({ picture }) => picture ?? [])]

/** Seeds pending work items of every kind that no other seed creates. Idempotent: existing rows stay unchanged. */
export async function seedWork(db: Db, storage: Storage, folder: string, now: number): Promise<void> {
  const media = new Map<string, StoredMedia>()
  for (const name of pictureNames) {
    const data = await readFile(join(folder, `${name}.webp`)).catch(() => null)
    if (data) media.set(name, await storeImage(storage, data, { area: 'f', max: 1600, sizes: [], trusted: false }))
  }
  await inTransaction(db, async (tx) => {
    const names = [...applicants, ...questions, ...opinions].map(({ by }) => by).concat(reports.flatMap(({ by }) => by))
    const uids = new Map(names.map((name) => [stableId('user', `reader ${name}`), name]))
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'uid'])
      .where('uid', 'in', [...uids.keys()])
      .where('closed_at', 'is', null)
      .execute()
    const context: SeedContext = { tx, now, media, people: new Map(rows.map(({ id, uid }) => [uids.get(uid)!, id])) }
    for (const applicant of applicants) await addApplication(context, applicant)
    for (const [i, question] of questions.entries()) await addQuestion(context, i, question)
    for (const [i, opinion] of opinions.entries()) await addOpinion(context, i, opinion)
    for (const report of reports) await addReports(context, report)
    await tx
      .insertInto('canned_replies')
      .values(cannedReplies.map((reply, i) => ({ ...reply, uid: stableId('reply', `sample ${i}`), updated_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Adds a picture as an upload of a user. Returns its row. */
async function addUpload(
  { tx, media }: SeedContext,
  name: string,
  userId: number,
  purpose: 'cs' | 'student-card',
  at: number,
) {
  const stored = media.get(name)
  if (!stored) return undefined
  const { id } = await tx
    .insertInto('uploads')
    .values({
      uid: stableId('upload', `sample ${name}`),
      user_id: userId,
      purpose,
      name: `${name}.webp`,
      bytes: stored.bytes,
      state: 'stored',
      media_id: await saveMedia(tx, stored, at),
      created_at: at,
      expires_at: at + hour,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, picture: { id: stableId('upload', `sample ${name}`), key: stored.key } satisfies StoredPicture }
}

async function addApplication(context: SeedContext, applicant: (typeof applicants)[number]): Promise<void> {
  const { tx, now, people } = context
  const userId = people.get(applicant.by)
  const school = await tx
    .selectFrom('schools')
    .select(['id', 'name'])
    .where('name', '=', applicant.school)
    .executeTakeFirst()
  const known =
    userId &&
    (await tx.selectFrom('student_applications').select('user_id').where('user_id', '=', userId).executeTakeFirst())
  if (!userId || !school || known) return
  const at = now - applicant.hours * hour
  const photo = await addUpload(context, applicant.card, userId, 'student-card', at)
  const { no: student_no, name, class: class_name } = applicant
  await tx
    .insertInto('student_applications')
    .values({
      user_id: userId,
      school_id: school.id,
      school_name: school.name,
      class_name,
      student_no,
      name,
      photo_id: photo?.id,
      submitted_at: at,
    })
    .execute()
  await setStudentStatus(tx, userId, 'pending')
  const title = `${school.name} · ${name}`
  await openWork(tx, { kind: 'student', subjectId: userId, userId, schoolId: school.id, title }, at)
}

async function addQuestion(
  context: SeedContext,
  i: number,
  { by, text, picture, minutes }: (typeof questions)[number],
) {
  const { tx, now, people } = context
  const userId = people.get(by)
  const uid = stableId('cs', `sample question ${i}`)
  if (!userId || (await tx.selectFrom('cs_messages').select('id').where('uid', '=', uid).executeTakeFirst())) return
  const at = now - minutes * 60
  const upload = picture && (await addUpload(context, picture, userId, 'cs', at))
  const images = JSON.stringify(upload ? [upload.picture] : [])
  await tx
    .insertInto('cs_messages')
    .values({ uid, user_id: userId, sender: 'user', text, images, created_at: at })
    .execute()
  await openWork(tx, { kind: 'support', subjectId: userId, userId, title: text }, at)
}

async function addOpinion(
  { tx, now, people }: SeedContext,
  i: number,
  { by, hours, ...opinion }: (typeof opinions)[number],
) {
  const userId = people.get(by)
  if (!userId) return
  const at = now - hours * hour
  const added = await tx
    .insertInto('opinions')
    .values({ uid: stableId('opinion', `sample reader ${i}`), user_id: userId, ...opinion, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await openWork(tx, { kind: 'feedback', subjectId: added.id, userId, title: opinion.text }, at)
}

async function addReports(
  { tx, now, people }: SeedContext,
  { post: name, by, reason, hours }: (typeof reports)[number],
) {
  const post = await tx
    .selectFrom('posts')
    .select(['id', 'user_id', 'text'])
    .where('uid', '=', stableId('post', name))
    .executeTakeFirst()
  // If the post was in the work queue before, its reports may be decided and are not added again.
  const had =
    post &&
    (await tx
      .selectFrom('work_items')
      .select('id')
      .where('kind', '=', 'report')
      .where('subject_id', '=', post.id)
      .executeTakeFirst())
  const reporters = by.flatMap((who) => people.get(who) ?? [])
  if (!post || had || reporters.length === 0) return
  const at = now - hours * hour
  await tx
    .insertInto('reports')
    .values(reporters.map((user_id) => ({ post_id: post.id, user_id, reason, text: post.text, created_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await openWork(tx, { kind: 'report', subjectId: post.id, userId: post.user_id, title: post.text }, at)
}
