import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { openWork } from '../modules/work/public'

const hour = 3600
const day = 24 * hour

/** Messages of the sample student, besides those about orders and posts. */
const messages = [
  {
    kind: 'system' as const,
    title: '欢迎来到多享学',
    body: '课程、电子书、数字教材和题库都在这里。先从一节免费内容开始吧。',
    link: 'pages/index/index',
    ago: 60 * day,
    read: true,
  },
  {
    kind: 'system' as const,
    title: '教材里的代码可以运行了',
    body: '数字教材里的示例不用安装任何软件，改一改、点「运行」就能看到结果。',
    link: 'pages/digital-textbooks/runcode',
    ago: 2 * day,
    read: false,
  },
  {
    kind: 'study' as const,
    title: '本周学习小结',
    body: '上周你学习了《数据结构与算法》和《Python 程序设计》，继续保持节奏。',
    link: 'pages/study/index',
    ago: 26 * hour,
    read: false,
  },
  {
    kind: 'social' as const,
    title: '林小满赞了你的笔记',
    body: '你在《数据结构与算法》里写的笔记得到了一个赞。',
    link: 'pages/my/home',
    ago: 30 * hour,
    read: true,
  },
]

const conversation = [
  { sender: 'user' as const, text: '你好，我在电脑上看《数据结构与算法》，手机上的进度会同步吗？', ago: 3 * day },
  {
    sender: 'staff' as const,
    text: '周同学你好，会的。只要登录同一个账号，进度、笔记和划线几秒内就会同步到其他设备。',
    ago: 3 * day - hour,
  },
  { sender: 'user' as const, text: '看到了，谢谢！', ago: 3 * day - 2 * hour },
  { sender: 'staff' as const, text: '不客气，学习中遇到问题随时留言。', ago: 20 * hour },
]

const opinions = [
  {
    kind: 'content' as const,
    text: '《数据结构与算法》3.1 节的示例，希望能多给一个出栈为空时的例子。',
    answer: '谢谢建议，已经转给作者，下一次更新会补上空栈的例子。',
    ago: 9 * day,
  },
  { kind: 'idea' as const, text: '希望夜间模式能按时间自动切换。', answer: '', ago: 5 * hour },
]

/** Seeds messages, a conversation and feedback of the sample student. Idempotent: existing rows stay unchanged. */
export function seedSupport(db: Db, now: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const user = await tx.selectFrom('users').select('id').where('mobile', '=', '13800000001').executeTakeFirst()
    if (!user) return
    const at = { user_id: user.id }
    await tx
      .insertInto('messages')
      .values(
        messages.map(({ ago, read, ...message }, i) => ({
          ...at,
          ...message,
          uid: stableId('message', `sample ${i}`),
          created_at: now - ago,
          read_at: read ? now - ago + hour : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('cs_messages')
      .values(
        conversation.map(({ ago, sender, text }, i) => ({
          ...at,
          uid: stableId('cs', `sample ${i}`),
          sender,
          text,
          created_at: now - ago,
          // The last message stays unread.
          read_at: i === conversation.length - 1 ? null : now - ago + 60,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const added = await tx
      .insertInto('opinions')
      .values(
        opinions.map(({ ago, answer, kind, text }, i) => ({
          ...at,
          uid: stableId('opinion', `sample ${i}`),
          kind,
          text,
          contact: '',
          state: answer ? ('answered' as const) : ('waiting' as const),
          answer,
          created_at: now - ago,
          answered_at: answer ? now - ago + day : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'text', 'state', 'created_at'])
      .execute()
    for (const { id, text, created_at } of added.filter(({ state }) => state === 'waiting'))
      await openWork(tx, { kind: 'feedback', subjectId: id, userId: user.id, title: text }, created_at)
  })
}
