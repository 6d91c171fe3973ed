import type { ExamReceipt } from '@dxx/contract/calls/exams'
import type { Answer } from '@dxx/contract/questions'
import { callApi } from '../../api/client'
import { correctClock, serverNow } from '../../api/clock'
import { ApiError } from '../../api/error'
import type { Data } from '../../api/use-call'
import { Alarm } from './alarm'
import { postLeaves, postSteps, startedAttempt } from './attempt-calls'
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
import { type ExamView, nothing, type Phase, shownOf } from './exam-view'
import * as sheets from './local-attempt'
import { isSameRoom, quietRoom, roomOf } from './room'

/** All in milliseconds. A change is saved within two seconds. */
const saveDelay = 800
const reportEvery = 20_000
/** While the exam is paused, so that its clock does not stand long after the others'. */
const reportPausedEvery = 5000
/** A touch asks the server whether another device has taken over, at most this often. */
const checkEvery = 1000
const retryAfter = [2000, 4000, 8000, 15_000]

/**
 * Synchronises an exam attempt with the server: every change is stored locally at once, sent as a numbered step shortly
 * after, and resent until it is confirmed, across network failures, reloads and logins.
 */
export class AttemptSync {
  private view = nothing
  private sheet: sheets.LocalAttempt | null = null
  private listeners = new Set<() => void>()
  private readonly alarm = new Alarm(() => void this.sync())
  private clock: ReturnType<typeof setInterval> | undefined
  private failures = 0
  /** Error of the last sync. */
  private trouble: unknown
  private syncing: Promise<void> | null = null
  private live = false
  /** Time of the last response, in milliseconds. */
  private heardAt = 0
  /** Sends steps singly to find the one the server rejects. */
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

  /** Resumes from the data on this device. Returns false if there is none. */
  async resume(): Promise<boolean> {
    this.live = true
    if (this.sheet && this.view.paper) {
      this.adopt(this.view.paper, this.sheet)
    } else {
      const kept = await readLocalAttempt(this.user, this.exam)
      if (!kept || !this.live) return false
      this.adopt(kept.paper, sheets.reopened(kept.sheet))
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
      // The page was hidden meanwhile; it restarts when shown again.
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

  private async begin(begun: Data<'GET /v1/exam_start'>): Promise<void> {
    correctClock(begun.now)
    const { paper, sheet } = startedAttempt(begun)
    await storePaper(this.user, this.exam, paper)
    await saveLocalAttempt(this.user, this.exam, sheet)
    if (this.live) this.adopt(paper, sheet)
  }

  private adopt(paper: Paper, sheet: sheets.LocalAttempt): void {
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

  /** Stops when the page is hidden or closed; local data stays on this device. */
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
    this.change((sheet) => sheets.change(sheet, question, { answer }, serverNow()))
  }

  flag(question: string, flagged: boolean): void {
    this.change((sheet) => sheets.change(sheet, question, { flagged }, serverNow()))
  }

  noteLeave(at: number, seconds: number): void {
    this.change((sheet) => sheets.leave(sheet, at, seconds))
  }

  private change(next: (sheet: sheets.LocalAttempt) => sheets.LocalAttempt): void {
    if (!this.sheet || this.view.phase.name !== 'running') return
    this.keep(next(this.sheet))
    this.saveSoon()
  }

  /** Submits the attempt, including unsaved steps. Throws the error of the server or the network. */
  async handIn(): Promise<void> {
    this.show({ phase: { name: 'handing-in', because: 'asked' } })
    await this.syncing
    await this.sync()
    if (this.view.phase.name !== 'handing-in') return
    // Failed: the attempt continues and the student can retry.
    this.show({ phase: { name: 'running' } })
    throw this.trouble
  }

  private checkTime(): void {
    if (this.view.phase.name !== 'running' || !this.view.paper) return
    if (serverNow() < this.view.paper.deadline || this.view.paper.room?.paused) return
    this.show({ phase: { name: 'handing-in', because: 'time' } })
    void this.sync()
  }

  /** Checks on every touch of the paper that no other device has taken over; this one must be locked at once then. */
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
      while (this.sheet?.queue.length && this.view.phase.name !== 'lost')
      await this.sendLeaves()
      // Overdue and not extended by this save, or submitted by the student.
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
    const report = this.view.paper?.room?.paused ? reportPausedEvery : reportEvery
    this.plan(pause ?? (this.sheet?.queue.length ? saveDelay : report))
  }

  private async submit(): Promise<void> {
    if (!this.sheet) return
    const { attempt, epoch } = this.sheet
    this.finish(attempt, await callApi('POST /v1/exam_submit', { attempt, epoch, steps: [] }))
  }

  private async save(): Promise<void> {
    if (!this.sheet) return
    const { sheet, steps } = sheets.send(this.sheet, this.oneByOne ? 1 : undefined)
    // Stored before sending, so that a reload never reuses a sent number.
    this.sheet = sheet
    await saveLocalAttempt(this.user, this.exam, sheet)
    const said = await postSteps(sheet, steps)
    this.oneByOne = false
    this.hear(said, steps)
  }

  private hear(said: Data<'POST /v1/exam_save'>, steps: Parameters<typeof sheets.confirm>[1]): void {
    correctClock(said.now)
    this.heardAt = Date.now()
    if (!this.sheet || this.view.phase.name === 'lost') return
    // Checked before confirming: these steps came after the takeover and are not scored.
    if (said.takenOver) {
      this.lose('device')
      return
    }
    this.keep(sheets.confirm(this.sheet, steps, said.refused))
    const { paper, phase } = this.view
    const room = roomOf(said, said)
    if (paper && (paper.deadline !== said.deadline || !isSameRoom(paper.room ?? quietRoom, room))) {
      const changed = { ...paper, deadline: said.deadline, room }
      this.show({ paper: changed })
      void storePaper(this.user, this.exam, changed)
    }
    if (said.late > 0) this.show({ late: this.view.late + said.late })
    const early = phase.name === 'handing-in' && phase.because === 'time' && said.now < said.deadline
    if (said.state !== 'running') this.finish(this.sheet.attempt, null)
    else if (early) this.show({ phase: { name: 'running' } })
  }

  private async sendLeaves(): Promise<void> {
    const { sheet } = this
    if (!sheet || sheet.leaves.length === 0) return
    const taken = await postLeaves(sheet)
    if (!this.sheet) return
    this.keep(sheets.confirmLeaves(this.sheet, sheet.leaves))
    if (taken && this.view.paper) this.show({ paper: { ...this.view.paper, leaves: taken.leaves } })
  }

  /** Skips a step that the server permanently rejects, so that it does not block the following ones. */
  private refused(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (error.name === 'attempt-not-found') {
      void dropLocalAttempt(this.user, this.exam)
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
    const unscored = to === 'device' ? sheets.unsentQuestions(this.sheet) : []
    this.sheet = null
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
    this.sheet = null
    this.show({ phase, unsaved: 0 })
  }

  private keep(sheet: sheets.LocalAttempt): void {
    this.sheet = sheet
    this.show(shownOf(sheet))
    void saveLocalAttempt(this.user, this.exam, sheet)
  }

  /** Schedules a save unless one is already due: further input must not delay it, and retries have their own delays. */
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
