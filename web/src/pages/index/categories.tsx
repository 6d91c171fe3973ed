import type { CallData, CallResult } from '../../api/use-call'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { Skeleton } from '../../ui/skeleton'

/** Paths of the icons that categories can refer to by name, on a 24-pixel grid. */
const icons: Record<string, string> = {
  play: 'M6 5h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zm4 4 5 3-5 3z',
  book: 'M4 19V5a2 2 0 0 1 2-2h13v16H6a2 2 0 0 0-2 2z',
  'book-open': 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zm0 0v14',
  clipboard: 'M7 3h10a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm2 5h6m-6 4h6m-6 4h3',
  sparkles: 'M12 3v3m0 12v3M3 12h3m12 0h3M6 6l2 2m8 8 2 2M18 6l-2 2m-8 8-2 2M9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0z',
}
const colours: Record<string, string> = {
  blue: 'bg-primary-soft text-primary',
  amber: 'bg-amber-soft text-amber',
  teal: 'bg-teal-soft text-teal',
  violet: 'bg-violet-soft text-violet',
  rose: 'bg-rose-soft text-rose',
}

const row = 'mt-4 grid grid-cols-5 gap-y-3'

/** Coloured category entries below the banner. */
export function Categories({ query: { data, error } }: { query: CallResult<CallData<'GET /v1/course_index'>> }) {
  const showBook = useShowBook()
  if (!data) {
    return error ? null : (
      <div aria-hidden="true" className={row}>
        {[0, 1, 2, 3, 4].map((place) => (
          <div key={place} className="flex flex-col items-center">
            <Skeleton className="size-11.5 rounded-sheet" />
            <Skeleton className="mt-2.5 mb-1 h-3 w-10" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <nav aria-label="分类">
      <ul className={row}>
        {data.categories
          .filter(({ link }) => showBook || !/^pages\/index\/(books|textbooks)/.test(link))
          .map(({ id, title, icon, colour, link }) => (
            <li key={id}>
              <a href={`#/${link}`} className="flex flex-col items-center gap-1.5 rounded-item text-12 text-ink-2">
                <span className={`grid size-11.5 place-items-center rounded-sheet ${colours[colour] ?? colours.blue}`}>
                  <svg
                    aria-hidden="true"
                    width="22"
                    height="22"
                    viewBox="0 0 24 24"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.8"
                    strokeLinecap="round"
                    strokeLinejoin="round"
                  >
                    <path d={icons[icon] ?? icons.book} />
                  </svg>
                </span>
                {title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
