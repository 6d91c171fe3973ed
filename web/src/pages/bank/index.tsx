import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import { CurriculumList } from '../../features/catalogue/curriculum-list'

const ways = [
  {
    href: '#/pages/exam/index',
    title: '考试',
    note: '学校发布的考试',
    icon: <ClipboardCheck aria-hidden="true" size={22} />,
    className: 'bg-violet-soft text-violet',
  },
  {
    href: '#/pages/bank/wrong',
    title: '错题本',
    note: '错过的题再来',
    icon: <NotebookPen aria-hidden="true" size={22} />,
    className: 'bg-rose-soft text-rose',
  },
]

export default function BanksPage() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 px-4 pt-1 pb-2 tablet:pt-2 desk:gap-5">
        {ways.map(({ href, title, note, icon, className }) => (
          <li key={href}>
            <a href={href} className="flex h-full items-center gap-3 rounded-card bg-card p-3.5 active:bg-fill">
              <span className={`grid size-11 shrink-0 place-items-center rounded-card ${className}`}>{icon}</span>
              <span className="min-w-0">
                <span className="block font-semibold">{title}</span>
                <span className="block text-12 text-ink-3">{note}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <CurriculumList kind="bank" />
    </>
  )
}
