import type { OpinionKind } from '@dxx/contract/calls/support'
import { answerCs, conversationOf, conversations } from '../modules/support/cs'
import { answerOpinion, openOpinions, takeOpinion } from '../modules/support/opinions'
import type { KeptPicture } from '../modules/support/schema'
import { pictureUrl } from './picture'
import { userOf, uuid } from './user'
import { type OpsContext, UsageError, type Verbs } from './verb'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const at = (seconds: number) => minute.format(seconds * 1000)
const kindNames: Record<OpinionKind, string> = {
  bug: '功能异常',
  content: '内容有误',
  idea: '建议',
  pay: '订单支付',
  other: '其他',
}

function sayPictures(ctx: OpsContext, pictures: KeptPicture[]): void {
  for (const { key } of pictures) ctx.say(`  图片：${pictureUrl(ctx, key)}`)
}

function wordsOf(words: string[]): string {
  const text = words.join(' ').trim()
  if (text === '') throw new UsageError()
  return text
}

export const cs: Verbs = {
  list: {
    usage: 'cs list                           列出客服对话，等待回复的在前',
    async run({ db, say }) {
      const rows = await conversations(db)
      if (rows.length === 0) say('还没有人联系客服。')
      for (const { nickname, mobile, uid, waiting, lastAt, lastText } of rows)
        say(
          `${mobile ?? uid}  ${nickname}  ${at(lastAt)}${waiting > 0 ? `  ${waiting} 条待回复` : ''}\n  ${lastText || '[图片]'}`,
        )
    },
  },
  show: {
    usage: 'cs show <手机号|编号>             看一位用户的全部对话',
    async run(ctx, [who]) {
      const user = await userOf(ctx, who)
      for (const { sender, text, images, created_at } of await conversationOf(ctx.db, user.id)) {
        ctx.say(`${at(created_at)}  ${sender === 'staff' ? '客服' : user.nickname}：${text}`)
        sayPictures(ctx, images)
      }
    },
  },
  answer: {
    usage: 'cs answer <手机号|编号> <回复>     回复一位用户',
    async run(ctx, [who, ...words]) {
      const user = await userOf(ctx, who)
      await answerCs(ctx.db, user.id, wordsOf(words), ctx.clock.now())
      ctx.say(`已回复 ${user.nickname}。`)
    },
  },
}

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

export const feedback: Verbs = {
  list: {
    usage: 'feedback list                     列出未答复的反馈，最早的在前',
    async run(ctx) {
      const rows = await openOpinions(ctx.db)
      if (rows.length === 0) ctx.say('没有未答复的反馈。')
      for (const row of rows) {
        const contact = row.contact || row.mobile || '没有留联系方式'
        ctx.say(
          `${row.uid}  ${at(row.created_at)}  ${kindNames[row.kind]}${row.state === 'handling' ? '  处理中' : ''}`,
        )
        ctx.say(`  ${row.nickname}（${contact}）：${row.text}`)
        sayPictures(ctx, row.images)
      }
    },
  },
  take: {
    usage: 'feedback take <编号>              标为处理中',
    async run({ db, say }, [id]) {
      say((await takeOpinion(db, idOf(id))) ? '已标为处理中。' : '没有这个编号的待处理反馈。')
    },
  },
  answer: {
    usage: 'feedback answer <编号> <答复>      答复；用户会收到消息',
    async run({ db, clock, say }, [id, ...words]) {
      const done = await answerOpinion(db, idOf(id), wordsOf(words), clock.now())
      say(done ? '已答复，并已通知这位用户。' : '没有这个编号的反馈。')
    },
  },
}
