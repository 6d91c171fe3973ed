import type { ReactNode } from 'react'

/** Line icon of the tab bar on a 24-pixel grid; it scales with the text below. */
function TabIcon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className="size-[1.25rem]"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const HomeIcon = () => (
  <TabIcon>
    <path d="M3 11 12 3l9 8v9a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z" />
  </TabIcon>
)

export const BooksIcon = () => (
  <TabIcon>
    <path d="M4 19V5a2 2 0 0 1 2-2h13v16H6a2 2 0 0 0-2 2z" />
  </TabIcon>
)

export const StudyIcon = () => (
  <TabIcon>
    <path d="m12 4 10 5-10 5L2 9zM6 11v6c3 3 9 3 12 0v-6" />
  </TabIcon>
)

export const MyIcon = () => (
  <TabIcon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c1-5 15-5 16 0" />
  </TabIcon>
)
