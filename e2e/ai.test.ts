import { expect, it } from 'vitest'
import { askSheet, learner, simulator, startModel } from './ai-steps'
import { axe } from './axe'
import { phone } from './browser'
import { curriculum } from './catalogue'
import { learner as courseLearner, lessons, video } from './player'
import { chaptersOf, inSight, painted, ready, select } from './reader'

startModel()

it('answers a question from the book, gives hints, explains with runnable code, and saves the conversation', {
  timeout: 120_000,
}, async () => {
  const { page, problems, route } = await learner()
  await page.getByLabel('问 AI 助学').fill('为什么函数一直调用自己会栈溢出？')
  await page.reload()
  expect(await page.getByLabel('问 AI 助学').inputValue()).toBe('为什么函数一直调用自己会栈溢出？')
  await page.getByRole('button', { name: '发送' }).dblclick()
  await page.getByText('先给你一个提示').waitFor()
  await page.getByRole('button', { name: '再给个提示' }).click()
  await page.getByText('再想想').waitFor()
  await page.getByRole('button', { name: '完整讲解' }).click()
  await page.locator('.katex').first().waitFor()
  await page.getByRole('button', { name: /运行/ }).first().waitFor()
  expect(route()).toMatch(/chat=/)
  await page.reload()
  await page.getByText('先给你一个提示').waitFor()
  expect(await page.getByText('为什么函数一直调用自己会栈溢出？').count()).toBe(1)
  expect(await axe(page)).toEqual([])
  // A citation opens the cited passage and highlights it.
  const source = page.locator('a.cite[href*="pid="]').first()
  const pid = /pid=(\w+)/.exec((await source.getAttribute('href'))!)![1]!
  await source.click()
  await ready(page)
  const cited = await page.locator(`.reader-text [data-p="${pid}"]`).innerText()
  const shining = async () => (await painted(page, 'here')).join('')
  await expect.poll(async () => (await shining()).slice(0, 10), { timeout: 15_000 }).toBe(cited.slice(0, 10))
  await expect.poll(() => inSight(page, cited.slice(0, 10)), { timeout: 15_000 }).toBe(true)
  expect(problems).toEqual([])
})

it('an answer can be stopped and requested again; a failed answer shows an error', { timeout: 120_000 }, async () => {
  const { page } = await learner()
  simulator.trouble('half')
  await page.getByLabel('问 AI 助学').fill('栈和队列的区别是什么？')
  await page.keyboard.press('Enter')
  await page.getByText('先给你一个提示').waitFor()
  // A tap right after sending counts as the second tap of a double tap and is ignored: the helper taps again.
  const stopped = async () => {
    await page
      .getByRole('button', { name: '停止' })
      .click({ timeout: 1000 })
      .catch(() => {})
    return page.getByText('已停止').count()
  }
  await expect.poll(stopped, { timeout: 20_000 }).toBe(1)
  await page.getByRole('button', { name: '重新回答' }).click()
  await page.getByText('这就是要点').waitFor()
  // Until the answer is complete, the next question is not sent.
  await page.getByRole('button', { name: '重新回答' }).waitFor()
  simulator.trouble('error')
  await page.getByLabel('问 AI 助学').fill('链表里的哨兵有什么用？')
  await page.keyboard.press('Enter')
  await page.getByText('没有写出来').waitFor()
  // Nothing was written, so nothing is labelled as generated.
  expect(await page.locator('li[data-turn]').last().getByText('AI生成').count()).toBe(0)
  await page.getByRole('button', { name: '对话记录' }).click()
  await page.getByRole('link', { name: /^栈和队列的区别/ }).waitFor()
})

it('问 AI about a selection answers in a sheet over the book, which stays where it is', {
  timeout: 120_000,
}, async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const { page, goto, route, problems } = await learner()
  const chapter = (await chaptersOf('textbook', id)).find(({ title }) => title.includes('栈：后进先出'))!
  await goto(`pages/digital-textbooks/read?id=${id}&chapter=${chapter.id}`)
  await ready(page)
  const words = '总是最先被拿走'
  await select(page, words)
  const here = route()
  await page.getByRole('button', { name: '问 AI' }).tap()
  const sheet = page.getByRole('dialog', { name: '问 AI' })
  await sheet.getByText(words).waitFor()
  // The keyboard does not cover the passage: the field has no focus yet.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA')
  expect(await axe(page)).toEqual([])
  await sheet.getByRole('button', { name: '请解释这段内容' }).tap()
  await sheet.getByText('先给你一个提示').waitFor()
  expect(route()).toBe(here)
  await sheet.getByRole('link', { name: '在 AI 助学里继续' }).waitFor()
  await sheet.getByRole('button', { name: '关闭' }).tap()
  await expect.poll(() => inSight(page, words)).toBe(true)
  expect(problems).toEqual([])
})

it('asking the AI in a lesson sends the second of the video, in a sheet that pauses the video', {
  timeout: 180_000,
}, async () => {
  const { id, find } = await lessons()
  const { page, goto, problems } = await courseLearner('问一秒的人', id, phone)
  await goto(`pages/course/study?id=${id}&chapter=${find('1.1').id}&t=12`)
  await page.getByRole('button', { name: '问这一秒' }).tap({ timeout: 60_000 })
  await askSheet(page).getByRole('button', { name: '这里在讲什么？' }).tap()
  await askSheet(page).getByRole('button', { name: '重新回答' }).waitFor({ timeout: 60_000 })
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  expect(await axe(page)).toEqual([])
  await askSheet(page).getByRole('link', { name: '在 AI 助学里继续' }).tap()
  await page.getByRole('heading', { name: 'AI 助学' }).waitFor()
  await expect.poll(() => askSheet(page).count()).toBe(0)
  expect(problems).toEqual([])
})
