import type { ExamReceipt } from '@dxx/contract/calls/exams'
import type { Answer } from '@dxx/contract/questions'
import { callApi } from '../../api/client'
import { serverNow, setServerTime } from '../../api/clock'
import { ApiError } from '../../api/error'
import type { CallData } from '../../api/use-call'
import { Alarm } from './alarm'
import { postConfirmed, postLeaves, postSteps, startedAttempt } from './attempt-calls'
import {
  claimTab,
  deviceId,
  dropLocalAttempt,
  forgetAttempt,
  type Paper,
  readLocalAttempt,
  saveLocalAttempt,
  storePaper,
} from './attempt-store'
import { closedExamView, type ExamView, type Phase, shownOf } from './exam-view'
import * as localAttempts from './local-attempt'
import { countReadMessages, isSameRoom, noRoomNews, parseRoomNews, rememberRead } from './room'

/** Delays in milliseconds. A change is sent after `saveDelay`, so that it is saved within two seconds. */
const saveDelay = 800
const reportEvery = 20_000
/** Used while the exam is paused, so that the clock restarts soon after the pause ends. */
const reportPausedEvery = 5000
/** Minimum time between two checks for a takeover by another device, which each touch of the paper requests. */
const checkEvery = 1000
const retryAfter = [2000, 4000, 8000, 15_000]

/**
 * Synchronises an exam attempt with the server: every change is stored locally at once, sent as a numbered step shortly
 * after, and resent until it is confirmed, across network failures, reloads and logins.
 */
export class AttemptSync {
  private view = closedExamView
  private localAttempt: localAttempts.LocalAttempt | null = null
  private listeners = new Set<() => void>()
  private readonly alarm = new Alarm(() => void this.sync())
  private clock: ReturnType<typeof setInterval> | undefined
  private failures = 0
  /** Error of the last sync. */
  private trouble: unknown
  private syncing: Promise<void> | null = null
  private live = false
  /** Time of the last response of the server, in milliseconds. */
  private heardAt = 0
  /** Whether to send steps one by one, to find the step that the server rejects. */
  private oneByOne = false
  private releaseTab = () => {}
  /** Newest message that the student confirmed on this device and that the server may not know as read. */
  private confirmed: string | undefined

  constructor(
    private readonly user: string,
    private readonly exam: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly current = (): ExamView => this.view

  /** Resumes the attempt stored on this device. Returns false if none is stored. */
  async resume(): Promise<boolean> {
    this.live = true
    if (this.localAttempt && this.view.paper) {
      this.adopt(this.view.paper, this.localAttempt)
    } else {
      const stored = await readLocalAttempt(this.user, this.exam)
      if (!stored || !this.live) return false
      this.adopt(stored.paper, localAttempts.reopenAttempt(stored.localAttempt))
    }
    void this.sync()
    return true
  }

  /** Starts an attempt or resumes the running one. */
  async start(takeOver = false): Promise<void> {
    this.live = true
    this.show({ phase: { name: 'opening' } })
    try {
      const begun = await callApi('GET /v1/exam_start', { id: this.exam, device: deviceId(), takeOver })
      if (this.live) await this.begin(begun)
      // If the page was hidden meanwhile, the attempt starts again when the page is shown.
      else this.show({ phase: { name: 'closed' } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!this.live) {
        this.show({ phase: { name: 'closed' } })
        return
      }
      const elsewhere = error.name === 'exam-elsewhere'
      this.show({ phase: elsewhere ? { name: 'elsewhere' } : { name: 'refused', error } })
    }
  }

  private async begin(begun: CallData<'GET /v1/exam_start'>): Promise<void> {
    setServerTime(begun.now)
    const { paper, localAttempt } = startedAttempt(begun)
    await storePaper(this.user, this.exam, paper)
    await saveLocalAttempt(this.user, this.exam, localAttempt)
    if (this.live) this.adopt(paper, localAttempt)
  }

  private adopt(paper: Paper, localAttempt: localAttempts.LocalAttempt): void {
    this.localAttempt = localAttempt
    // Sent again after a reload, because a confirmation made offline may not have arrived.
    this.confirmed = paper.room?.messages[countReadMessages(localAttempt.attempt) - 1]?.id
    this.releaseTab()
    this.releaseTab = claimTab(localAttempt.attempt, () => this.lose('tab'))
    this.failures = 0
    this.show({ ...closedExamView, phase: { name: 'running' }, paper, ...shownOf(localAttempt) })
    clearInterval(this.clock)
    this.clock = setInterval(() => this.checkTime(), 1000)
    addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.retryNow)
    this.plan(reportEvery)
  }

  /** Stops when the page is hidden or closed; local data stays on this device. */
  stop(): void {
    this.live = false
    this.alarm.clear()
    clearInterval(this.clock)
    removeEventListener('online', this.retryNow)
    document.removeEventListener('visibilitychange', this.retryNow)
    this.releaseTab()
    if (this.localAttempt?.queue.length && this.view.phase.name === 'running') void this.sync()
  }

  answer(question: string, answer: Answer | null): void {
    this.change((localAttempt) => localAttempts.recordAnswerChange(localAttempt, question, { answer }, serverNow()))
  }

  flag(question: string, flagged: boolean): void {
    this.change((localAttempt) => localAttempts.recordAnswerChange(localAttempt, question, { flagged }, serverNow()))
  }

  noteLeave(at: number, seconds: number): void {
    this.change((localAttempt) => localAttempts.recordLeave(localAttempt, at, seconds))
  }

  /** Records that the student has read all messages of staff so far. */
  confirmMessages(): void {
    const messages = this.view.paper?.room?.messages ?? []
    if (!this.localAttempt || messages.length === 0) return
    rememberRead(this.localAttempt.attempt, messages.length)
    this.confirmed = messages.at(-1)!.id
    this.saveSoon()
  }

  private change(next: (localAttempt: localAttempts.LocalAttempt) => localAttempts.LocalAttempt): void {
    if (!this.localAttempt || this.view.phase.name !== 'running') return
    this.keep(next(this.localAttempt))
    this.saveSoon()
  }

  /** Submits the attempt, including unsaved steps. Throws the error of the server or the network. */
  async submitNow(): Promise<void> {
    this.show({ phase: { name: 'submitting', because: 'asked' } })
    await this.syncing
    await this.sync()
    if (this.view.phase.name !== 'submitting') return
    // If submitting failed, the attempt continues and the student can retry.
    this.show({ phase: { name: 'running' } })
    throw this.trouble
  }

  private checkTime(): void {
    if (this.view.phase.name !== 'running' || !this.view.paper) return
    if (serverNow() < this.view.paper.deadline || this.view.paper.room?.paused) return
    this.show({ phase: { name: 'submitting', because: 'time' } })
    void this.sync()
  }

  /** Called on every touch of the paper: asks the server soon, so that a takeover locks this device at once. */
  readonly look = (): void => {
    if (this.view.phase.name !== 'running') return
    const wait = this.heardAt + checkEvery - Date.now()
    if (wait <= 0) this.retryNow()
    else if (!this.syncing && !this.alarm.ringsWithin(wait)) this.plan(wait)
  }

  private readonly retryNow = (): void => {
    if (document.visibilityState === 'visible') void this.sync()
  }

  /** Runs one sync; concurrent calls share it. */
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
      while (this.localAttempt?.queue.length && this.view.phase.name !== 'lost')
      await this.sendLeaves()
      await this.sendConfirmed()
      // Submits if the student asked for it, or if the deadline has passed and this save has not extended it.
      if (this.view.phase.name === 'submitting') await this.submit()
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
    const report = this.view.paper?.room?.paused ? reportPausedEvery : reportEvery
    this.plan(pause ?? (this.localAttempt?.queue.length ? saveDelay : report))
  }

  private async submit(): Promise<void> {
    if (!this.localAttempt) return
    const { attempt, epoch } = this.localAttempt
    this.finish(attempt, await callApi('POST /v1/exam_submit', { attempt, epoch, steps: [] }))
  }

  private async save(): Promise<void> {
    if (!this.localAttempt) return
    const { localAttempt, steps } = localAttempts.takePendingSteps(this.localAttempt, this.oneByOne ? 1 : undefined)
    // Stored before sending, so that a reload never reuses the number of a sent step.
    this.localAttempt = localAttempt
    await saveLocalAttempt(this.user, this.exam, localAttempt)
    const response = await postSteps(localAttempt, steps)
    this.oneByOne = false
    this.applyResponse(response, steps)
  }

  private applyResponse(
    response: CallData<'POST /v1/exam_save'>,
    steps: Parameters<typeof localAttempts.confirmSteps>[1],
  ): void {
    setServerTime(response.now)
    this.heardAt = Date.now()
    if (!this.localAttempt || this.view.phase.name === 'lost') return
    // Checked before confirming: these steps came after the takeover and are not scored.
    if (response.takenOver) {
      this.lose('device')
      return
    }
    this.keep(localAttempts.confirmSteps(this.localAttempt, steps, response.refused))
    const { paper, phase } = this.view
    const room = parseRoomNews(response, response)
    if (paper && (paper.deadline !== response.deadline || !isSameRoom(paper.room ?? noRoomNews, room))) {
      const changed = { ...paper, deadline: response.deadline, room }
      this.show({ paper: changed })
      void storePaper(this.user, this.exam, changed)
    }
    if (response.late > 0) this.show({ late: this.view.late + response.late })
    const early = phase.name === 'submitting' && phase.because === 'time' && response.now < response.deadline
    if (response.state !== 'running') this.finish(this.localAttempt.attempt, null)
    else if (early) this.show({ phase: { name: 'running' } })
  }

  private async sendLeaves(): Promise<void> {
    const { localAttempt } = this
    if (!localAttempt || localAttempt.leaves.length === 0) return
    const taken = await postLeaves(localAttempt)
    if (!this.localAttempt) return
    this.keep(localAttempts.confirmLeaves(this.localAttempt, localAttempt.leaves))
    if (taken && this.view.paper) this.show({ paper: { ...this.view.paper, leaves: taken.leaves } })
  }

  private async sendConfirmed(): Promise<void> {
    const { localAttempt, confirmed: message } = this
    if (!localAttempt || message === undefined) return
    await postConfirmed(localAttempt, message)
    if (this.confirmed === message) this.confirmed = undefined
  }

  /** Handles a permanent rejection. A rejected step is skipped, so that it does not block the following ones. */
  private refused(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (error.name === 'attempt-not-found') {
      void dropLocalAttempt(this.user, this.exam)
      this.close({ name: 'refused', error })
    }
    if (error.name === 'exam-elsewhere') this.lose('device')
    if (error.name !== 'invalid-input' || !this.localAttempt) return
    if (this.oneByOne) {
      const first = this.localAttempt.queue.slice(0, 1)
      const numbers = first.map(({ seq }) => seq)
      this.keep(localAttempts.confirmSteps(this.localAttempt, first, numbers))
    }
    this.oneByOne = !this.oneByOne || this.localAttempt.queue.length > 0
  }

  private lose(to: 'device' | 'tab'): void {
    this.alarm.clear()
    const unscored = to === 'device' ? localAttempts.unsentQuestions(this.localAttempt) : []
    this.localAttempt = null
    if (to === 'device') void dropLocalAttempt(this.user, this.exam)
    this.show({ phase: { name: 'lost', to }, unsaved: 0, unscored })
  }

  private finish(attempt: string, receipt: ExamReceipt | null): void {
    void dropLocalAttempt(this.user, this.exam)
    forgetAttempt(attempt)
    this.close({ name: 'done', attempt, receipt })
  }

  private close(phase: Phase): void {
    this.alarm.clear()
    clearInterval(this.clock)
    this.releaseTab()
    this.localAttempt = null
    this.show({ phase, unsaved: 0 })
  }

  private keep(localAttempt: localAttempts.LocalAttempt): void {
    this.localAttempt = localAttempt
    this.show(shownOf(localAttempt))
    void saveLocalAttempt(this.user, this.exam, localAttempt)
  }

  /** Schedules a save, unless one is already scheduled (further input must not delay it) or a retry is pending. */
  private saveSoon(): void {
    if (this.failures === 0 && !this.syncing && !this.alarm.ringsWithin(saveDelay)) this.plan(saveDelay)
  }

  private plan(delay: number): void {
    if (this.live && this.localAttempt) this.alarm.set(delay)
    else this.alarm.clear()
  }

  private show(changed: Partial<ExamView>): void {
    this.view = { ...this.view, ...changed }
    for (const listener of [...this.listeners]) listener()
  }
}
