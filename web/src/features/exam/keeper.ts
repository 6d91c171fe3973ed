import type { ExamReceipt } from '@dxx/contract/calls/exams'
import type { Answer } from '@dxx/contract/questions'
import { arrange } from '@dxx/contract/rules/exam-order'
import { callApi } from '../../api/client'
import { correctClock, serverNow } from '../../api/clock'
import { ApiError } from '../../api/error'
import type { Data } from '../../api/use-call'
import { Alarm } from './alarm'
import { type ExamView, nothing, type Phase, shownOf } from './exam-view'
import * as sheets from './sheet'
import { claimTab, deviceId, dropKept, forgetTabs, keepPaper, keepSheet, type Paper, readKept } from './sheet-store'

/** All in milliseconds. A change is saved within two seconds. */
const saveDelay = 800
const reportEvery = 20_000
const retryAfter = [2000, 4000, 8000, 15_000]
const saveTimeout = 12_000

/**
 * Takes an exam on this device: every change is written here at once, sent as a numbered step soon after, and sent again
 * until the server has confirmed it, over lost networks, reloads and logins.
 */
export class ExamKeeper {
  private view = nothing
  private sheet: sheets.Sheet | null = null
  private listeners = new Set<() => void>()
  private readonly alarm = new Alarm(() => void this.sync())
  private clock: ReturnType<typeof setInterval> | undefined
  private failures = 0
  /** What the last round failed with. */
  private trouble: unknown
  private syncing: Promise<void> | null = null
  private live = false
  /** Alone: a step that the server refused is found by sending one at a time. */
  private oneByOne = false
  private releaseTab = () => {}

  constructor(
    private readonly user: string,
    private readonly exam: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly current = (): ExamView => this.view

  /** Goes on with what this device has. Answers false where it has nothing. */
  async resume(): Promise<boolean> {
    this.live = true
    if (this.sheet && this.view.paper) {
      this.adopt(this.view.paper, this.sheet)
    } else {
      const kept = await readKept(this.user, this.exam)
      if (!kept || !this.live) return false
      this.adopt(kept.paper, sheets.reopened(kept.sheet))
    }
    void this.sync()
    return true
  }

  /** Begins an attempt or goes on with the one that runs. */
  async start(takeOver = false): Promise<void> {
    this.live = true
    this.show({ phase: { name: 'opening' } })
    try {
      const begun = await callApi('GET /v1/exam_start', { id: this.exam, device: deviceId(), takeOver })
      if (this.live) await this.begin(begun)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!this.live) return
      const elsewhere = error.name === 'exam-elsewhere'
      this.show({ phase: elsewhere ? { name: 'elsewhere' } : { name: 'refused', error } })
    }
  }

  private async begin(begun: Data<'GET /v1/exam_start'>): Promise<void> {
    correctClock(begun.now)
    const { attempt, title, graceSeconds, leaves } = begun
    const questions = arrange(begun.questions, begun)
    const paper = { attempt: attempt.id, title, deadline: attempt.deadline, graceSeconds, leaves, questions }
    const given = Object.fromEntries(
      begun.answers.map(({ question, answer, flagged }) => [question, { answer, flagged }]),
    )
    const sheet = sheets.newSheet(attempt.id, begun.epoch, given)
    await keepPaper(this.user, this.exam, paper)
    await keepSheet(this.user, this.exam, sheet)
    if (this.live) this.adopt(paper, sheet)
  }

  private adopt(paper: Paper, sheet: sheets.Sheet): void {
    this.sheet = sheet
    this.releaseTab()
    this.releaseTab = claimTab(sheet.attempt, () => this.lose('tab'))
    this.failures = 0
    this.show({ ...nothing, phase: { name: 'running' }, paper, ...shownOf(sheet) })
    clearInterval(this.clock)
    this.clock = setInterval(() => this.checkTime(), 1000)
    addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.retryNow)
    this.plan(reportEvery)
  }

  /** The page goes away, or is hidden; what is here stays on this device. */
  stop(): void {
    this.live = false
    this.alarm.clear()
    clearInterval(this.clock)
    removeEventListener('online', this.retryNow)
    document.removeEventListener('visibilitychange', this.retryNow)
    this.releaseTab()
    if (this.sheet?.queue.length && this.view.phase.name === 'running') void this.sync()
  }

  answer(question: string, answer: Answer | null): void {
    this.change(question, { answer })
  }

  flag(question: string, flagged: boolean): void {
    this.change(question, { flagged })
  }

  private change(question: string, changed: Partial<sheets.Given>): void {
    if (!this.sheet || this.view.phase.name !== 'running') return
    this.keep(sheets.change(this.sheet, question, changed, serverNow()))
    this.saveSoon()
  }

  noteLeave(at: number, seconds: number): void {
    if (!this.sheet || this.view.phase.name !== 'running') return
    this.keep(sheets.leave(this.sheet, at, seconds))
    this.saveSoon()
  }

  /** Hands it in with whatever has not been saved. Throws what the server or the network says against it. */
  async handIn(): Promise<void> {
    this.show({ phase: { name: 'handing-in', because: 'asked' } })
    await this.syncing
    await this.sync()
    if (this.view.phase.name !== 'handing-in') return
    // Not yet: the student goes on, and may try again.
    this.show({ phase: { name: 'running' } })
    throw this.trouble
  }

  private checkTime(): void {
    if (this.view.phase.name !== 'running' || !this.view.paper) return
    if (serverNow() < this.view.paper.deadline) return
    this.show({ phase: { name: 'handing-in', because: 'time' } })
    void this.sync()
  }

  private readonly retryNow = (): void => {
    if (document.visibilityState === 'visible') void this.sync()
  }

  /** One round with the server; a second one that is asked for meanwhile is the same. */
  private sync(): Promise<void> {
    this.syncing ??= this.round().finally(() => {
      this.syncing = null
    })
    return this.syncing
  }

  private async round(): Promise<void> {
    this.alarm.clear()
    try {
      do await this.save()
      while (this.sheet?.queue.length && this.view.phase.name !== 'lost')
      await this.sendLeaves()
      // The time is over, unless the server has just given more; or the student is done.
      if (this.view.phase.name === 'handing-in') await this.submit()
      this.failures = 0
      this.trouble = undefined
      this.show({ unreachable: false })
    } catch (error) {
      this.failures += 1
      this.trouble = error
      this.show({ unreachable: true })
      this.refused(error)
    }
    const pause = retryAfter[Math.min(this.failures, retryAfter.length) - 1]
    this.plan(pause ?? (this.sheet?.queue.length ? saveDelay : reportEvery))
  }

  private async submit(): Promise<void> {
    if (!this.sheet) return
    const { attempt, epoch } = this.sheet
    this.finish(attempt, await callApi('POST /v1/exam_submit', { attempt, epoch, steps: [] }))
  }

  private async save(): Promise<void> {
    if (!this.sheet) return
    const { sheet, steps } = sheets.send(this.sheet, this.oneByOne ? 1 : undefined)
    // On the disk before it leaves: see `reopened`.
    this.sheet = sheet
    await keepSheet(this.user, this.exam, sheet)
    const { attempt, epoch } = sheet
    const abort = new AbortController()
    const timeout = setTimeout(() => abort.abort(), saveTimeout)
    try {
      const said = await callApi('POST /v1/exam_save', { attempt, epoch, steps }, { signal: abort.signal })
      this.oneByOne = false
      this.hear(said, steps)
    } finally {
      clearTimeout(timeout)
    }
  }

  private hear(said: Data<'POST /v1/exam_save'>, steps: Parameters<typeof sheets.confirm>[1]): void {
    correctClock(said.now)
    if (!this.sheet || this.view.phase.name === 'lost') return
    this.keep(sheets.confirm(this.sheet, steps, said.refused))
    const { paper, phase } = this.view
    if (paper && paper.deadline !== said.deadline) {
      const changed = { ...paper, deadline: said.deadline }
      this.show({ paper: changed })
      void keepPaper(this.user, this.exam, changed)
    }
    if (said.late > 0) this.show({ late: this.view.late + said.late })
    const early = phase.name === 'handing-in' && phase.because === 'time' && said.now < said.deadline
    if (said.state !== 'running') this.finish(this.sheet.attempt, null)
    else if (said.takenOver) this.lose('device')
    else if (early) this.show({ phase: { name: 'running' } })
  }

  private async sendLeaves(): Promise<void> {
    const { sheet } = this
    if (!sheet || sheet.leaves.length === 0) return
    const { attempt, epoch, leaves } = sheet
    const taken = await callApi('POST /v1/exam_leave', { attempt, epoch, leaves }).catch((error) => {
      // What the server will never take must not hold up handing in.
      if (error instanceof ApiError && error.name === 'invalid-input') return null
      throw error
    })
    if (!this.sheet) return
    this.keep(sheets.confirmLeaves(this.sheet, leaves))
    if (taken && this.view.paper) this.show({ paper: { ...this.view.paper, leaves: taken.leaves } })
  }

  /** A step that the server will never take must not hold up those behind it. */
  private refused(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (error.name === 'attempt-not-found') {
      void dropKept(this.user, this.exam)
      this.close({ name: 'refused', error })
    }
    if (error.name === 'exam-elsewhere') this.lose('device')
    if (error.name !== 'invalid-input' || !this.sheet) return
    if (this.oneByOne) {
      const first = this.sheet.queue.slice(0, 1)
      const numbers = first.map(({ seq }) => seq)
      this.keep(sheets.confirm(this.sheet, first, numbers))
    }
    this.oneByOne = !this.oneByOne || this.sheet.queue.length > 0
  }

  private lose(to: 'device' | 'tab'): void {
    this.alarm.clear()
    this.sheet = null
    if (to === 'device') void dropKept(this.user, this.exam)
    this.show({ phase: { name: 'lost', to }, unsaved: 0 })
  }

  private finish(attempt: string, receipt: ExamReceipt | null): void {
    void dropKept(this.user, this.exam)
    forgetTabs(attempt)
    this.close({ name: 'done', attempt, receipt })
  }

  private close(phase: Phase): void {
    this.alarm.clear()
    clearInterval(this.clock)
    this.releaseTab()
    this.sheet = null
    this.show({ phase, unsaved: 0 })
  }

  private keep(sheet: sheets.Sheet): void {
    this.sheet = sheet
    this.show(shownOf(sheet))
    void keepSheet(this.user, this.exam, sheet)
  }

  /** Unless it is planned anyway: further keys must not put it off, and a failing network sets its own pace. */
  private saveSoon(): void {
    if (this.failures === 0 && !this.syncing && !this.alarm.ringsWithin(saveDelay)) this.plan(saveDelay)
  }

  private plan(delay: number): void {
    if (this.live && this.sheet) this.alarm.set(delay)
    else this.alarm.clear()
  }

  private show(changed: Partial<ExamView>): void {
    this.view = { ...this.view, ...changed }
    for (const listener of [...this.listeners]) listener()
  }
}
