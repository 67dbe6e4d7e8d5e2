import { ActionIcon, AppShell, Burger, Drawer, Group } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLayout } from '../layout.ts'
import { useLive } from '../live.ts'
import { useMe } from '../session.ts'
import { useSessionEnd } from '../session-end.ts'
import { shellText } from '../strings/shell.ts'
import { uiText } from '../strings/ui.ts'
import { mainId } from '../theme.ts'
import { Page } from '../ui/page.tsx'
import { UploadsProvider } from '../uploads/uploads-context.tsx'
import { CommandsProvider } from './commands.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import classes from './frame.module.css'
import { Keys } from './keys.tsx'
import { openPalette } from './palette/opened.ts'
import { Palette } from './palette/palette.tsx'
import { useRecent } from './palette/recent.ts'
import { keepCompany, useOpenCompany } from './places.ts'
import { Sidebar } from './sidebar.tsx'

const SignedOutDialog = lazy(async () => ({
  default: (await import('./signed-out-dialog.tsx')).SignedOutDialog,
}))

/** Width of the navigation rail in CSS pixels. */
const railWidth = 60

/** Whether the navigation shows only icons: as the user chose, or by default in a narrow window. */
function useRail(): boolean {
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  return useLayout().isRail ?? isNarrow
}

export function Frame() {
  const me = useMe()
  const company = useOpenCompany(me)
  const [isOpen, drawer] = useDisclosure()
  const isSessionOver = useSessionEnd()
  const isRail = useRail()
  const main = useRef<HTMLElement>(null)
  const isWide = useMatches({ select: (matches) => matches.some((match) => match.staticData.isWide) })
  const isFull = useMatches({ select: (matches) => matches.some((match) => match.staticData.isFull) })
  useLive(company?.id)
  useRecent()
  useEffect(() => {
    if (company) keepCompany(company.id)
  }, [company])
  useOnNavigation(() => {
    drawer.close()
    main.current?.focus({ preventScroll: true })
  })

  return (
    <CommandsProvider>
      <a className={classes.skip} href={`#${mainId}`}>
        {uiText.skip}
      </a>
      <AppShell
        layout="alt"
        header={{ height: { base: 56, md: 0 } }}
        navbar={{ width: isRail ? railWidth : 256, breakpoint: 'md', collapsed: { mobile: true } }}
      >
        <AppShell.Header hiddenFrom="md" px="sm" aria-label={uiText.product}>
          <Group h="100%" gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={drawer.open} size="sm" aria-label={shellText.openNavigation} />
            <CompanySwitcher company={company} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              ml="auto"
              aria-label={shellText.searchShort}
              onClick={openPalette}
            >
              <IconSearch size={20} />
            </ActionIcon>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.side} visibleFrom="md" data-rail={isRail || undefined}>
          <Sidebar company={company} isRail={isRail} canNarrow />
        </AppShell.Navbar>
        <Drawer
          opened={isOpen}
          onClose={drawer.close}
          size={288}
          padding={0}
          attributes={{ content: { 'aria-label': shellText.navigation } }}
          withCloseButton={false}
          classNames={{ content: classes.side, body: classes.drawer }}
        >
          <Sidebar company={company} />
        </Drawer>
        <AppShell.Main id={mainId} ref={main} tabIndex={-1}>
          <UploadsProvider>
            <Page isWide={isWide} isFull={isFull}>
              <Outlet />
            </Page>
          </UploadsProvider>
        </AppShell.Main>
      </AppShell>
      <Palette company={company} />
      <Keys />
      {isSessionOver && (
        <Suspense>
          <SignedOutDialog />
        </Suspense>
      )}
    </CommandsProvider>
  )
}

/** Moves the focus to the start of the new page, away from the link that led to it. */
function useOnNavigation(react: () => void) {
  const router = useRouter()
  const latest = useRef(react)
  latest.current = react
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) latest.current()
      }),
    [router],
  )
}
