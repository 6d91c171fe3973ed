import { defineConfig } from 'vitest/config'

/** A condition is waited for as long as a slow machine needs; only what fails takes that long. */
const patience = { poll: { timeout: 15_000 } }

/** One run, four projects. Browser journeys (e2e) share one server and so run one file after another. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['./src/testing/global-setup.ts'],
          // The files share what they import, which took as long as half of their tests; each has a database of its own.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patience,
          // Programs, sockets and jobs have real limits of time, which a busy machine may exceed once.
          retry: 1,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Typing key by key takes its time where other tests run beside.
          testTimeout: 30_000,
          expect: patience,
          setupFiles: ['./src/test-setup.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          root: './e2e',
          include: ['**/*.test.ts'],
          globalSetup: ['./global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patience,
          fileParallelism: false,
          // A real browser on a busy machine loses a tap now and then; whoever watches sees that it was tried again.
          retry: 2,
        },
      },
    ],
  },
})
