import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { AnalysedItem } from '@dxx/contract/calls/staff/exam-results'
import { typeNames } from '@dxx/contract/rules/question-names'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import { cx } from '../../../../ui/cx'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { consoleButtonClass } from '../../../kit/button'
import { DetailPane } from '../../../kit/detail-pane'
import { StateTag } from '../../../kit/tag'
import { Facts } from '../../work/facts'
import { percentText, pointsText, ratioText } from '../figures'
import { RulingTag } from '../ruling-tag'
import { asksForRegrade, flags, sortFlags } from './flags'

interface ItemPaneProps {
  exam: StaffExam
  item: AnalysedItem | undefined
  students: number
  onClose(): void
}

/** Details of one question: what its statistics mean, and how many students chose each option. */
export function ItemPane({ exam, item, students, onClose }: ItemPaneProps) {
  const mayRegrade = hasAnyPermission(useSignedInStaff(), ['exam.manage'])
  return (
    <DetailPane
      open={item !== undefined}
      onClose={onClose}
      title={item ? `第 ${item.number} 题` : ''}
      actions={
        item &&
        mayRegrade && (
          <Link
            href={`/exams/${exam.id}/regrade?question=${item.question}`}
            className={consoleButtonClass(asksForRegrade(item.flags) ? 'primary' : 'line')}
          >
            改第 {item.number} 题的评分…
          </Link>
        )
      }
    >
      {item && <Item item={item} students={students} />}
    </DetailPane>
  )
}

function Item({ item, students }: { item: AnalysedItem; students: number }) {
  const { text, type, maxScore, ruling, options } = item
  return (
    <div className="space-y-4">
      <p>
        {text || '（图片题）'}
        <span className="ml-1 text-12 whitespace-nowrap text-ink-3">
          {typeNames[type]}，{pointsText(maxScore)} 分
        </span>
      </p>
      {ruling && (
        <p className="flex items-center gap-2 text-12 text-ink-3">
          <RulingTag kind={ruling} />
          {ruling === 'void' ? '作废的题不参与分析' : '数字按改过的评分计算'}
        </p>
      )}
      {item.flags.length > 0 && (
        <ul className="space-y-2">
          {sortFlags(item.flags).map((flag) => (
            <li key={flag} className="rounded-cover bg-fill px-3 py-2">
              <StateTag tone={flags[flag].tone} icon={<TriangleAlert size={12} />}>
                {flags[flag].name}
              </StateTag>
              <p className="mt-1 text-ink-2">{flags[flag].means}</p>
            </li>
          ))}
        </ul>
      )}
      {partsOf(options).map((part) => (
        <Options
          key={part ?? 'all'}
          title={part === null ? '' : `第 ${part + 1} 小题`}
          options={options.filter((option) => option.part === part)}
          students={students}
        />
      ))}
      {ruling !== 'void' && (
        <Facts
          rows={[
            ['得分率', ratioText(item.p)],
            ['得分的标准差', pointsText(item.deviation)],
            ['区分度', ratioText(item.discrimination)],
            ['高分组与低分组的得分率之差', ratioText(item.thirdsDifference)],
            ['去掉这题后的信度 α', ratioText(item.alphaWithout)],
            ['用时的中位数', item.medianSeconds === null ? '–' : `${Math.round(item.medianSeconds)} 秒`],
            ['未答', `${item.unanswered} 人`],
          ]}
        />
      )}
    </div>
  )
}

/** Indexes of the question parts that have options; null for a question without parts. */
const partsOf = (options: AnalysedItem['options']) => [...new Set(options.map(({ part }) => part))]

interface OptionsProps {
  title: string
  options: AnalysedItem['options']
  students: number
}

function Options({ title, options, students }: OptionsProps) {
  const bestRight = Math.max(0, ...options.filter(({ right }) => right).map(({ upper }) => upper))
  return (
    <table className="tabular-nums w-full text-right">
      <caption className={title ? 'text-left text-12 text-ink-3' : 'sr-only'}>{title || '选项分布'}</caption>
      <thead className="text-12 text-ink-3">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            选项
          </th>
          <th scope="col" className="font-normal">
            人数
          </th>
          <th scope="col" className="pl-2 font-normal">
            高 / 中 / 低分组
          </th>
        </tr>
      </thead>
      <tbody>
        {options.map(({ label, text, right, upper, middle, lower, all }) => {
          const beats = !right && label !== '未答' && upper > bestRight && students >= 10
          return (
            <tr key={label} className="border-t border-line align-top">
              <th scope="row" className="py-2 text-left font-normal">
                <span className="flex items-start gap-2">
                  <span
                    className={cx(
                      'grid h-5 min-w-5 shrink-0 place-items-center rounded-tag px-1 text-12',
                      right ? 'bg-primary text-on-primary' : 'bg-fill text-ink-2',
                    )}
                  >
                    {label}
                  </span>
                  <span className="min-w-0 flex-1 break-words">
                    {text}
                    {right && (
                      <span className="ml-1 inline-flex items-center gap-0.5 text-12 whitespace-nowrap text-primary">
                        <Check size={12} />
                        标准答案
                      </span>
                    )}
                    {beats && (
                      <span className="ml-1 inline-flex items-center gap-0.5 text-12 whitespace-nowrap text-danger">
                        <TriangleAlert size={12} />
                        高分组多选
                      </span>
                    )}
                  </span>
                </span>
                <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-track">
                  <span
                    style={{ width: `${students === 0 ? 0 : (all / students) * 100}%` }}
                    className={cx(
                      'block h-full rounded-full',
                      beats ? 'bg-price' : right ? 'bg-primary' : 'bg-primary/60',
                    )}
                  />
                </span>
              </th>
              <td className="py-2 pl-2 whitespace-nowrap">
                <b className="font-semibold">{all}</b>
                <span className="text-12 text-ink-3"> {percentText(students === 0 ? null : all / students)}</span>
              </td>
              <td className="py-2 pl-2 whitespace-nowrap text-ink-2">
                {upper} / {middle} / {lower}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
