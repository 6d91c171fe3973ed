import type { AiEvent } from '@dxx/contract/calls/ai'
import type { RunResult } from '@dxx/contract/calls/runcode'
import { type Ai, AiError, type AiUsage, estimateMessages } from '../../adapters/ai/ai'
import { maxAnswerTokens } from '../../adapters/ai/openai'
import { cacheShared } from '../../db/cache'
import { wordTools } from '../../text/words'
import { recordExcerpts } from '../access/public'
import { hasRunningExam } from '../exams/public'
import { AnswerFilter } from './answer-filter'
import { answerability } from './answerability'
import { type AskCtx, giveBack, type NewTurn } from './ask'
import { costOf, type Reservation, reserveSpending, type SpentScope, settleSpending } from './budget'
import { createAnswerCheck } from './check-answer'
import { errorTopic } from './code-errors'
import { extractiveAnswer } from './extractive-answer'
import { type Prompt, promptOf, promptVersion } from './prompt'
import { dailyQuestions, type TurnRow, turnOf, usedToday } from './queries'
import { refreshQuestionTexts } from './question-texts'
import { relevantPassages } from './relevance'
import { finishedLength, renderAnswer } from './render'
import { type Passage, retrieve } from './retrieve'
import { languageOf, outputMarkdown, outputText, runForAnswer } from './run-answer-code'
import { nearestSections, rerankedOrder } from './semantic'
import { sourcesOf } from './sources'

const mostMaterials = 6
/** Maximum number of passages that a reranker sorts. */
const mostReranked = 20
const mostHistory = 4
/** Milliseconds between checks whether the user has started an exam while an answer is written. */
const examCheckMs = 2000

/** Input from which an answer is built. */
interface Prepared {
  passages: Passage[]
  answerable: ReturnType<typeof answerability>
  /** Result of the program that the user asks about; null if there is none or it could not be run. */
  result: RunResult | null
  /** The model with its prompt and the reserved budget; null if the answer comes from retrieval only. */
  writer: { model: Ai; prompt: Prompt; reservation: Reservation } | null
  spent: SpentScope | null
  /** Tokens of the request that asks the model which passages answer. */
  checked: AiUsage
}

async function materials(ctx: AskCtx, { row }: NewTurn, result: RunResult | null): Promise<Passage[]> {
  const { rootDb: db, user, clock } = ctx
  await cacheShared(ctx, 'question texts', () => refreshQuestionTexts(db))
  const question = result ? `${row.topic}\n${errorTopic(result)}`.trim() : row.topic
  const near = await nearestSections(ctx, question, ctx.signal)
  const wanted = {
    userId: user.id,
    question,
    now: clock.now(),
    near,
    most: ctx.reranker ? mostReranked : mostMaterials,
  }
  if (row.mode === 'smaller' || (row.mode === 'practice' && !ctx.ai)) {
    const except = row.about.questionId
    const found = await retrieve(db, { ...wanted, kinds: ['question'] })
    return found.filter(({ questionUid }) => questionUid !== except).slice(0, mostMaterials)
  }
  // For a question about a subject, similar exercises would not explain the subject, so only paragraphs and notes are
  // searched.
  const hasSubject = row.about.questionId || row.about.code || row.about.lesson
  const found = await retrieve(db, hasSubject ? { ...wanted, kinds: ['paragraph', 'note'] } : wanted)
  const texts = found.map(({ title, path, text }) => [title, ...path, text].join('\n'))
  const order = await rerankedOrder(ctx, question, texts, ctx.signal)
  return (order ? order.map((i) => found[i]!) : found).slice(0, mostMaterials)
}

const aboutKind = ({ about }: TurnRow) =>
  about.passage ? 'passage' : about.questionId ? 'question' : about.code ? 'code' : about.lesson ? 'lesson' : 'none'

/** The text that the user asks about, as sent to the model: with the answer key only if the answer may state it. */
function aboutText({ row, about }: NewTurn, result: RunResult | null): string {
  const answerKey = row.mode === 'explain' || row.mode === 'why' ? about.answerKey : ''
  return [about.text, answerKey, result && `运行结果：\n${outputText(result) || '（没有输出）'}`]
    .filter(Boolean)
    .join('\n')
}

function promptFor(newTurn: NewTurn, passages: Passage[], result: RunResult | null): Prompt {
  const { row, about, before } = newTurn
  return promptOf({
    mode: row.mode,
    question: row.mode === 'ask' || row.mode === 'guide' ? row.question : `${row.topic}\n（${row.question}）`,
    about: aboutText(newTurn, result),
    kind: aboutKind(row),
    given: row.mode === 'why' || row.mode === 'guide' ? about.given : '',
    passages,
    history: before.filter(({ state }) => state === 'done').slice(-mostHistory),
  })
}

const noUsage: AiUsage = { input: 0, output: 0, estimated: false }

/**
 * Asks the model whether the passages answer the question. If its reply is unusable, the nearest passage is only
 * quoted. If the request fails, the answer is requested all the same, which reports the failure.
 */
async function judge(ctx: AskCtx, newTurn: NewTurn, passages: Passage[]): Promise<Partial<Prepared>> {
  const relevance = await relevantPassages(ctx, newTurn, passages)
  if (relevance === null) return { answerable: 'yes' }
  if (typeof relevance === 'string') return { answerable: 'perhaps', spent: relevance }
  const { numbers, usage: checked } = relevance
  if (!numbers) return { answerable: 'perhaps', checked }
  if (numbers.length === 0) return { answerable: 'no', checked }
  return { answerable: 'yes', checked, passages: numbers.map((n) => passages[n - 1]!) }
}

async function prepare(ctx: AskCtx, newTurn: NewTurn): Promise<Prepared> {
  const { rootDb: db, user, clock, config, signal } = ctx
  const { row } = newTurn
  const { code } = row.about
  const result = code ? await runForAnswer(ctx.code, user.id, code, signal) : null
  const found = await materials(ctx, newTurn, result)
  const wantsExercises = row.mode === 'practice' || row.mode === 'smaller'
  const estimated = newTurn.about.text === '' ? answerability(found, wantsExercises) : 'yes'
  const judged = ctx.ai && estimated === 'perhaps' ? await judge(ctx, newTurn, found) : undefined
  const prepared: Prepared = {
    passages: found,
    answerable: estimated,
    result,
    writer: null,
    spent: null,
    checked: noUsage,
    ...judged,
  }
  const { passages, answerable } = prepared
  // With a model, `judge` decides where keywords do not, unless the model gave no usable reply.
  if (!ctx.ai || answerable !== 'yes') return prepared
  const prompt = promptFor(newTurn, passages, result)
  const most = { input: estimateMessages(prompt.messages), output: maxAnswerTokens }
  const reserved = await reserveSpending(
    db,
    {
      userId: user.id,
      now: clock.now(),
      purpose: row.mode,
      tokens: most.input + most.output,
      micros: costOf(most, config.ai),
    },
    config.ai,
  )
  if (typeof reserved === 'string') return { ...prepared, spent: reserved }
  return { ...prepared, writer: { model: ctx.ai, prompt, reservation: reserved } }
}

/** Filter that decides which parts of the model's text are shown. */
async function filterFor(ctx: AskCtx, newTurn: NewTurn, { passages, result, writer }: Prepared): Promise<AnswerFilter> {
  const { row, about } = newTurn
  const texts = passages.map(({ book, title, path, before, text, after }) =>
    [book, title, ...path, before, text, after].join('\n'),
  )
  const userText = [aboutText(newTurn, result), row.mode === 'why' ? about.given : ''].join('\n')
  const sources = [...texts.map((text, i) => ({ n: i + 1, text })), { n: 0, text: userText }]
  const hints = row.mode !== 'explain' && row.mode !== 'why'
  const check = createAnswerCheck(
    {
      sources,
      secret: writer!.prompt.secret,
      keys: hints ? about.keys : [],
      asksOnly: row.mode === 'practice' || row.mode === 'smaller',
    },
    await wordTools(),
  )
  const compact = sources.map(({ text }) => text.replace(/\s+/g, ''))
  return new AnswerFilter({
    check,
    hasFormula: (tex) => compact.some((text) => text.includes(tex.replace(/[\s$]+/g, ''))),
    run: async (name, source) => {
      const language = languageOf(name)
      const ran = language && (await runForAnswer(ctx.code, ctx.user.id, { language, source }, ctx.signal))
      return ran ? outputMarkdown(ran) : null
    },
  })
}

/** Yields the pieces of the model's text that may be shown. Ends early if the user starts an exam. */
async function* checkedPieces(
  ctx: AskCtx,
  { model, prompt }: NonNullable<Prepared['writer']>,
  filter: AnswerFilter,
  onUsage: (usage: AiUsage) => void,
): AsyncGenerator<string> {
  const { rootDb: db, user, clock, signal } = ctx
  let checkedAt = performance.now()
  try {
    for await (const piece of model.write(prompt.messages, signal, { onUsage })) {
      if (performance.now() - checkedAt > examCheckMs) {
        checkedAt = performance.now()
        if (await hasRunningExam(db, user.id, clock.now())) throw new AiError('cut', 'the user began an exam')
      }
      const shown = await filter.push(piece)
      if (shown) yield shown
    }
  } catch (error) {
    // A sentence that was cut off is shown up to the cut.
    const rest = await filter.end()
    if (rest) yield rest
    throw error
  }
  const rest = await filter.end()
  if (rest) yield rest
}

/** Generates the answer and streams it. Stores the text so far also if the model fails or the user stops it. */
export async function* streamAiAnswer(ctx: AskCtx, newTurn: NewTurn): AsyncGenerator<AiEvent> {
  const { rootDb: db, user, clock, config, log, signal } = ctx
  const { row, conversationUid } = newTurn
  yield { type: 'start', conversationId: conversationUid, turn: turnOf(row, clock.now()) }

  const prepared = await prepare(ctx, newTurn)
  const { writer, answerable } = prepared
  const shown = writer || answerable === 'yes' ? prepared.passages : prepared.passages.slice(0, 3)
  const sources = await sourcesOf(shown)
  const filter = writer && (await filterFor(ctx, newTurn, prepared))
  const quote = () => extractiveAnswer(newTurn, { ...prepared, passages: shown })
  await recordExcerpts(db, user.id, excerptsOf(shown, !writer && row.mode === 'explain' ? 3 : 0), clock.now())

  let [text, sentLength, generated] = ['', 0, writer !== null]
  let state: TurnRow['state'] = 'done'
  let usage: AiUsage | undefined
  const pieces = filter ? checkedPieces(ctx, writer!, filter, (used) => (usage = used)) : [quote()]
  try {
    for await (const piece of pieces) {
      text += piece
      yield { type: 'text', text: piece }
      const finished = finishedLength(text)
      if (finished > sentLength) {
        yield { type: 'block', html: await renderAnswer(text.slice(sentLength, finished), sources) }
        sentLength = finished
      }
    }
    if (filter && !filter.isOpen) {
      // If sources support no sentence, the materials are quoted instead.
      log.warn({ dropped: filter.dropped }, 'an answer of the model was not shown')
      text = quote()
      generated = false
      yield { type: 'text', text }
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof AiError)) throw error
    if (!signal.aborted) log.warn({ err: error }, 'the model failed')
    state = signal.aborted ? 'stopped' : 'failed'
  } finally {
    // If the client has disconnected, this block runs without an error, because no event is pulled any more.
    if (signal.aborted) state = 'stopped'
    if (writer) await settle(ctx, writer.reservation, usage ?? noUsage)
    const used = writer && usage ? sumUsage(usage, prepared.checked) : prepared.checked
    const values = {
      answer: text,
      html: await renderAnswer(text, sources),
      sources,
      held:
        generated && newTurn.about.text === '' && state === 'done' ? filter!.supportedCount > 0 : answerable === 'yes',
      generated,
      state,
      dropped: filter?.dropped ?? 0,
      marked: filter?.marked ?? 0,
      model: writer?.model.model ?? '',
      prompt_version: writer ? promptVersion : '',
      input_tokens: used.input,
      output_tokens: used.output,
      cost_micros: costOf(used, config.ai),
    }
    await db
      .updateTable('ai_turns')
      .set({ ...values, sources: JSON.stringify(sources) })
      .where('id', '=', row.id)
      .execute()
    if (text === '') await giveBack(db, user.id, row.started_at)
    Object.assign(row, values)
  }
  const left = Math.max(0, (await dailyQuestions(db, config)) - (await usedToday(db, user.id, clock.now())))
  yield { type: 'done', turn: turnOf(row, clock.now()), left }
}

const sumUsage = (a: AiUsage, b: AiUsage): AiUsage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  estimated: a.estimated || b.estimated,
})

/** Counts the cost of the answer; a request that the service refused costs nothing. */
async function settle({ rootDb: db, config }: AskCtx, reservation: Reservation, usage: AiUsage): Promise<void> {
  await settleSpending(db, reservation, { tokens: usage.input + usage.output, micros: costOf(usage, config.ai) })
}

/**
 * Paragraphs that an answer quotes: of the first `sections` passages the whole section, of all others the paragraph.
 */
const excerptsOf = (passages: Passage[], sections: number) =>
  passages.flatMap(({ kind, chapterUid, pid, text, shown }, i) => {
    if (kind !== 'paragraph' || !chapterUid) return []
    const quoted = i < sections ? shown : [{ pid, length: text.length }]
    return quoted
      .filter(({ length }) => length > 0)
      .map((one) => ({ chapterUid, pid: one.pid, from: 0, to: one.length }))
  })
