import { CloseButton, getDefaultZIndex, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Company } from '../../session.ts'
import { paletteText as text } from '../../strings/palette.ts'
import { uiText } from '../../strings/ui.ts'
import { setPaletteOpen, usePaletteOpen } from './opened.ts'
import { Options } from './options.tsx'
import classes from './palette.module.css'
import { type Option, useOptions } from './use-options.ts'

const typingMs = 150
const close = () => setPaletteOpen(false)

/** Opened with mod+K. */
export function Palette({ company }: { company: Company | undefined }) {
  return (
    <Modal
      opened={usePaletteOpen()}
      onClose={close}
      withCloseButton={false}
      centered={false}
      padding={0}
      size={640}
      yOffset="8dvh"
      zIndex={getDefaultZIndex('max')}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': text.label } }}
    >
      <Finder company={company} />
    </Modal>
  )
}

/** This is mounted while the palette is open, so that it opens empty. */
function Finder({ company }: { company: Company | undefined }) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const { groups, isPending, isError } = useOptions(company, words.trim(), asked)
  const options = groups.flatMap(({ options }) => options)
  const [activeId, setActiveId] = useState<string>()
  const at = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  )
  const active = options[at]
  const listId = useId()
  const domIdOf = (option: Option) => `${listId}-${option.id}`

  function run(option: Option) {
    close()
    option.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter confirms the text of an input method first.
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setActiveId(options.at((at + step) % options.length)?.id)
    else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes.field, input: classes.input }}
        role="combobox"
        aria-label={text.label}
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && domIdOf(active)}
        placeholder={text.label}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          isPending ? (
            <Loader size={16} aria-hidden />
          ) : (
            <CloseButton size="sm" aria-label={uiText.close} onClick={close} />
          )
        }
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setActiveId(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <div id={listId} role="listbox" aria-label={text.results} className={classes.list}>
          <Options groups={groups} active={active} domIdOf={domIdOf} onActive={setActiveId} onRun={run} />
        </div>
      )}
      <State count={options.length} isPending={isPending} isError={isError} />
      <KeptVisible id={active && domIdOf(active)} />
    </>
  )
}

type StateProps = { count: number; isPending: boolean; isError: boolean }

/** The text that a screen reader announces, and that is shown instead of results. */
function State({ count, isPending, isError }: StateProps) {
  if (isError)
    return (
      <Text className={classes.state} size="sm" role="alert">
        {text.failed}
      </Text>
    )
  if (count > 0 || isPending)
    return <VisuallyHidden role="status">{isPending ? text.searching : text.count(count)}</VisuallyHidden>
  return (
    <Text className={classes.state} size="sm" c="dimmed" role="status">
      {text.nothingFound}
    </Text>
  )
}

/** Scrolls to the active option when the arrow keys move it. */
function KeptVisible({ id }: { id: string | undefined }) {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [id])
  return null
}
