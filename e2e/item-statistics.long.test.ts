import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newMobile, register } from './accounts'
import { axe } from './axe'
import { api, desktop, phone, visit } from './browser'
import { curriculum } from './catalogue'
import { openConsole, owner } from './console'
import { withDb } from './reader'

const long = { timeout: 180_000 }
const patient = { timeout: 45_000 }

/** Folder in which screenshots are stored for inspection; none are stored by default. */
const pictures = process.env.DXX_PICTURES

/**
 * Stores statistics of invented answers: practice for all 单选 of a bank, an exam and a calibration for one of them.
 */
const storeSums = (bank: string) =>
  withDb(async (db) => {
    const questions = await db
      .selectFrom('questions as q')
      .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
      .select(['q.uid', 'q.slug', 'q.version_id as version'])
      .where('c.uid', '=', bank)
      .where('q.type', '=', 'single')
      .execute()
    const none = { rest_answers: 0, rest_sum: 0, rest_squares: 0, rest_share_sum: 0, rest_share_squares: 0 }
    const option = { counter: 'option' as const, kind: 'practice' as const }
    await db.deleteFrom('item_counts').execute()
    await db.deleteFrom('item_statistics').execute()
    for (const { version } of questions) {
      const sums = { version_id: version, kind: 'practice' as const, answers: 60, rights: 24, share_sum: 24 }
      await db
        .insertInto('item_statistics')
        .values({ ...sums, ...none, rest_products: 0 })
        .execute()
      const counts = [24, 20, 10, 6].map((answers, value) => ({ ...option, version_id: version, value, answers }))
      const seconds = { ...option, counter: 'seconds' as const, version_id: version, value: 40, answers: 60 }
      await db
        .insertInto('item_counts')
        .values([...counts, seconds])
        .execute()
    }
    const { uid, version } = questions.find(({ slug }) => slug === 'cal-limit-e')!
    await db
      .insertInto('item_statistics')
      .values({
        ...{ version_id: version, kind: 'exam', answers: 100, rights: 45, share_sum: 45, rest_answers: 100 },
        ...{ rest_sum: 60, rest_squares: 40, rest_share_sum: 45, rest_share_squares: 45, rest_products: 31 },
      })
      .execute()
    await db.deleteFrom('item_parameters').where('version_id', '=', version).execute()
    await db
      .insertInto('item_parameters')
      .values({
        ...{ version_id: version, difficulty: 0.41, difficulty_error: 0.16, discrimination: 1.12, anchor: false },
        ...{ discrimination_error: 0.14, answers: 160, infit: 1.01, outfit: 0.97, calibrated_at: 1_793_000_000 },
      })
      .execute()
    return uid
  })

it(
  'a student sees the answers of others after answering, and an editor sees all statistics of the question',
  long,
  async () => {
    const bank = await curriculum('bank', '大学数学基础训练')
    const question = await storeSums(bank.id)
    const token = await register(newMobile(), '练题的人')
    await api(token).call('POST /v1/free_receive', { curriculumId: bank.id })
    const { id } = await api(token).call('POST /v1/bank_practice_start', {
      bank: bank.id,
      mode: 'type',
      type: 'single',
    })
    const visitor = await visit({ options: phone, token })
    const { page } = visitor
    await visitor.goto(`pages/exam/answer?practice=${id}`)
    await page.getByRole('article').getByRole('radio').first().waitFor(patient)
    expect(await page.getByText('全站正确率').count()).toBe(0)
    await page.getByRole('article').getByRole('radio').first().tap()
    await page.getByRole('button', { name: '提交答案' }).tap()
    await page.getByText('全站正确率').waitFor(patient)
    await page.getByText('60 人第一次作答').waitFor()
    expect(await axe(page)).toEqual([])
    if (pictures) {
      await page.getByText('60 人第一次作答').scrollIntoViewIfNeeded()
      await page.screenshot({ path: join(pictures, 'student-phone.png') })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: join(pictures, 'student-phone-dark.png') })
    }

    const desk = await openConsole(`bank/${question}`, owner, { ...desktop, viewport: { width: 1440, height: 900 } })
    const about = desk.page.getByRole('complementary', { name: '关于这道题' })
    await about.getByRole('region', { name: '考试里的第一次作答' }).waitFor(patient)
    await about.getByText('（36% 至 55%）').waitFor()
    await about.getByText('标为“较易”，实际相当于“难”').waitFor()
    expect(await axe(desk.page)).toEqual([])
    if (pictures) {
      await desk.page.screenshot({ path: join(pictures, 'console-editor.png') })
      await desk.page.emulateMedia({ colorScheme: 'dark' })
      await desk.page.screenshot({ path: join(pictures, 'console-editor-dark.png') })
      const list = await openConsole('bank?type=single', owner, { ...desktop, viewport: { width: 1440, height: 900 } })
      await list.page.getByText('40%').first().waitFor(patient)
      await list.page.screenshot({ path: join(pictures, 'console-list.png') })
    }
    expect([...visitor.problems, ...desk.problems]).toEqual([])
  },
)
