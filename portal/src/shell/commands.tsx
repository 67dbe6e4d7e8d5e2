import { useMantineColorScheme } from '@mantine/core'
import { type Icon, IconBuilding, IconLogout, IconPlus, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Company, useMe } from '../session.ts'
import { shellText } from '../strings/shell.ts'
import { uiText } from '../strings/ui.ts'
import { colorSchemes } from './account-menu.tsx'
import { hrefOf, usePlaces } from './places.ts'
import { useSignOut } from './sign-out.ts'

export type Command = { id: string; label: string; group: string; icon?: Icon; run(): void }

type Registry = { commands: Command[]; add(commands: Command[]): () => void }

const Commands = createContext<Registry>({ commands: [], add: () => () => {} })

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [lists, setLists] = useState<Command[][]>([])
  const registry = useMemo<Registry>(
    () => ({
      commands: lists.flat(),
      add(commands) {
        setLists((lists) => [...lists, commands])
        return () => setLists((lists) => lists.filter((list) => list !== commands))
      },
    }),
    [lists],
  )
  return <Commands.Provider value={registry}>{children}</Commands.Provider>
}

/**
 * Adds commands to the command palette while the component is mounted.
 * @param commands must be a stable array, created with `useMemo`.
 */
export function useCommands(commands: Command[]) {
  const { add } = useContext(Commands)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every call of `add` creates a new `add`.
  useEffect(() => add(commands), [commands])
}

/** All commands of the palette: the commands of the open page, then the commands of every page. */
export function useAllCommands(company: Company | undefined): Command[] {
  const own = useOwnCommands(company)
  const { commands } = useContext(Commands)
  return [...commands, ...own]
}

function useOwnCommands(company: Company | undefined): Command[] {
  const me = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const go = (to: string) => () => void navigate({ to })
  const places = usePlaces(company).flatMap(({ places }) => places)
  const others = me.companies.filter(({ id }) => id !== company?.id)
  return [
    ...places.map(({ label, icon, path }) => ({
      id: path,
      label,
      icon,
      group: shellText.goTo,
      run: go(hrefOf(company!, path)),
    })),
    ...places
      .filter(({ make }) => make && company!.scopes.includes(make.scope))
      .map(({ make, path }) => ({
        id: `make ${path}`,
        label: make!.label,
        icon: IconPlus,
        group: shellText.make,
        run: () => void navigate({ to: hrefOf(company!, path), search: { make: true } }),
      })),
    { id: 'account', label: shellText.account, icon: IconUser, group: shellText.goTo, run: go('/account') },
    ...(me.is_operator
      ? [
          {
            id: 'installation',
            label: shellText.installation,
            icon: IconBuilding,
            group: shellText.goTo,
            run: go('/installation'),
          },
        ]
      : []),
    ...others.map((one) => ({
      id: one.id,
      label: one.name,
      icon: IconBuilding,
      group: shellText.companies,
      run: go(hrefOf(one, '')),
    })),
    ...colorSchemes.map(({ value, label, icon }) => ({
      id: `appearance-${value}`,
      label: `${shellText.appearance}${uiText.colon}${label}`,
      icon,
      group: shellText.appearance,
      run: () => setColorScheme(value),
    })),
    {
      id: 'sign-out',
      label: shellText.signOut,
      icon: IconLogout,
      group: shellText.account,
      run: () => signOut.mutate(),
    },
  ]
}
