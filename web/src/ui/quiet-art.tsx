import { Art } from './empty-art'

/** Drawing of an open book with a rising star. */
export const BookArt = () => (
  <Art>
    <circle cx="80" cy="56" r="38" stroke="none" className="fill-primary-soft" />
    <path
      className="fill-card"
      d="M80 62c-9-8-24-9-36-7v38c12-2 27-1 36 7 9-8 24-9 36-7V55c-12-2-27-1-36 7zM80 62v38M54 67c6 0 11 1 16 4M54 77c6 0 11 1 16 4M106 67c-6 0-11 1-16 4M106 77c-6 0-11 1-16 4"
    />
    <path
      stroke="none"
      className="fill-amber"
      d="m80 18 4.500 9.500 10.500 1.300-7.700 7.200 2 10.300L80 41.200l-9.300 5.100 2-10.300-7.700-7.200 10.500-1.300z"
    />
    <path className="text-primary" d="M46 36v8M42 40h8M115 26v6M112 29h6" />
  </Art>
)

/** Drawing of a student card without a stamp. */
export const CardArt = () => (
  <Art>
    <circle cx="80" cy="56" r="38" stroke="none" className="fill-amber-soft" />
    <rect className="fill-card" x="38" y="38" width="84" height="56" rx="9" />
    <path d="M38 51h84" />
    <circle cx="58" cy="67" r="7" />
    <path d="M47 86c2-10 20-10 22 0M80 64h30M80 74h22" />
    <circle cx="116" cy="90" r="14" className="fill-primary" stroke="none" />
    <path className="text-white" d="m110 90 4.500 4.500 8-8.500" />
    <path d="M68 38v-8h24v8" />
  </Art>
)
