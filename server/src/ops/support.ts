import type { OpinionKind } from '@dxx/contract/calls/support'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import type { StoredPicture } from '../db/schema/support'
import { answerCs, conversationOf, conversations } from '../modules/support/cs'
import { answerOpinion, openOpinions, takeOpinion } from '../modules/support/opinions'
import { isVideo } from '../modules/support/pictures'
import { type OpsCommands, type OpsContext, orFail, UsageError } from './command'
import { pictureUrl } from './picture'
import { userOf, uuid } from './user'

const kindNames: Record<OpinionKind, string> = {
  bug: '功能异常',
  content: '内容有误',
  idea: '建议',
  pay: '订单支付',
  other: '其他',
}

function sayPictures(ctx: OpsContext, pictures: StoredPicture[]): void {
  for (const one of pictures) ctx.print(`  ${isVideo(one) ? '视频' : '图片'}：${pictureUrl(ctx, one.key)}`)
}

function wordsOf(words: string[]): string {
  const text = words.join(' ').trim()
  if (text === '') throw new UsageError()
  return text
}

export const cs: OpsCommands = {
  list: {
    usage: 'cs list                           列出客服对话，等待回复的在前',
    reads: true,
    run: ({ db, print, printPage }) =>
      printPage({
        read: (page) => conversations(db, page),
        empty: '还没有人联系客服。',
        keyOf: ({ who }) => who,
        print({ who, nickname, waiting, lastAt, lastText }) {
          print(
            `${who}  ${nickname}  ${formatDateTime(lastAt)}${waiting > 0 ? `  ${waiting} 条待回复` : ''}\n  ${lastText || '[图片或视频]'}`,
          )
        },
      }),
  },
  show: {
    usage: 'cs show <手机号|编号>             看一位用户的全部对话',
    reads: true,
    async run(ctx, [who]) {
      const user = await userOf(ctx, who)
      for (const { sender, text, images, created_at } of await conversationOf(ctx.db, user.id)) {
        ctx.print(`${formatDateTime(created_at)}  ${sender === 'staff' ? '客服' : user.nickname}：${text}`)
        sayPictures(ctx, images)
      }
    },
  },
  answer: {
    usage: 'cs answer <手机号|编号> <回复>     回复一位用户',
    async run(ctx, [who, ...words]) {
      const user = await userOf(ctx, who)
      const text = wordsOf(words)
      await ctx.audited(
        (tx) => answerCs(tx, user.id, { text }, ctx.clock.now()),
        () => ({ target: { kind: 'conversation', id: user.uid, name: user.nickname }, after: { text } }),
      )
      ctx.print(`已回复 ${user.nickname}。`)
    },
  },
}

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

export const feedback: OpsCommands = {
  list: {
    usage: 'feedback list                     列出未答复的反馈，最早的在前',
    reads: true,
    run: (ctx) =>
      ctx.printPage({
        read: (page) => openOpinions(ctx.db, page),
        empty: '没有未答复的反馈。',
        keyOf: ({ uid }) => uid,
        print(row) {
          const contact = row.contact || row.mobile || '没有留联系方式'
          ctx.print(
            `${row.uid}  ${formatDateTime(row.created_at)}  ${kindNames[row.kind]}${row.state === 'handling' ? '  处理中' : ''}`,
          )
          ctx.print(`  ${row.nickname}（${contact}）：${row.text}`)
          sayPictures(ctx, row.images)
        },
      }),
  },
  take: {
    usage: 'feedback take <编号>              标为处理中',
    async run({ audited, print }, [id]) {
      const uid = idOf(id)
      const done = await audited(
        (tx) => takeOpinion(tx, uid),
        (taken) => (taken ? { target: { kind: 'feedback', id: uid }, after: { state: 'handling' } } : null),
      )
      orFail(done, '没有这个编号的待处理反馈。')
      print('已标为处理中。')
    },
  },
  answer: {
    usage: 'feedback answer <编号> <答复>      答复；用户会收到消息',
    async run({ audited, clock, print }, [id, ...words]) {
      const [uid, text] = [idOf(id), wordsOf(words)]
      const done = await audited(
        (tx) => answerOpinion(tx, uid, text, clock.now()),
        (answered) => (answered ? { target: { kind: 'feedback', id: uid }, after: { text } } : null),
      )
      orFail(done, '没有这个编号的反馈。')
      print('已答复，并已通知这位用户。')
    },
  },
}
