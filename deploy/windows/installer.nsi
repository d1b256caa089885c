; The installer of Top Table for Windows, compiled by deploy/windows/build.py, which names what stands in braces.
; For one user, so it asks for no administrator. What a director enters lies elsewhere and is never touched.
Unicode true
Target ${TARGETED}
!include MUI2.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\TopTable"
!define LAUNCHER '"$INSTDIR\python\pythonw.exe" "$INSTDIR\launcher.py"'

Name "Top Table"
Caption "Top Table ${VERSION}"
OutFile "${TARGET}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\TopTable"
SetCompressor ${COMPRESSOR}
BrandingText "Top Table ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "Top Table"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${NUMBERS}"
VIAddVersionKey FileDescription "Top Table, the desk of a tournament"
VIAddVersionKey LegalCopyright "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(OPEN)"
!define MUI_FINISHPAGE_RUN_FUNCTION Open
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(KEPT)"
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString OPEN ${LANG_ENGLISH} "Open Top Table now"
LangString OPEN ${LANG_GERMAN} "Top Table jetzt öffnen"
LangString STOP ${LANG_ENGLISH} "Stop Top Table"
LangString STOP ${LANG_GERMAN} "Top Table beenden"
LangString KEPT ${LANG_ENGLISH} "The program is removed. Your events, accounts and snapshots stay in $LOCALAPPDATA\top-table; delete that folder yourself if you do not want them any more."
LangString KEPT ${LANG_GERMAN} "Das Programm wird entfernt. Deine Turniere, Konten und Sicherungen bleiben in $LOCALAPPDATA\top-table; lösche den Ordner selbst, wenn du sie nicht mehr brauchst."
LangString RUNS ${LANG_ENGLISH} "Top Table could not be stopped. Restart the computer, then try again."
LangString RUNS ${LANG_GERMAN} "Top Table ließ sich nicht beenden. Starte den Rechner neu und versuche es dann noch einmal."

; Ends what runs from the folder, so that its files can be replaced.
!macro EndWhatRuns
  IfFileExists "$INSTDIR\launcher.py" 0 +5
    ExecWait '${LAUNCHER} --stop --quiet' $0
    StrCmp $0 0 +3
      MessageBox MB_OK|MB_ICONSTOP "$(RUNS)" /SD IDOK
      Abort
!macroend

; The program's own folders alone are deleted, never the whole folder: somebody may have put a file there.
!macro DeleteProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\packages"
  Delete "$INSTDIR\launcher.py"
  Delete "$INSTDIR\top-table.cmd"
  Delete "$INSTDIR\top-table.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$SMPROGRAMS\Top Table\*.lnk"
!macroend

Section
  !insertmacro EndWhatRuns
  !insertmacro DeleteProgram
  SetOutPath "$INSTDIR"
  File /r "${FILES}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Top Table"
  CreateShortcut "$SMPROGRAMS\Top Table\Top Table.lnk" "$INSTDIR\python\pythonw.exe" '"$INSTDIR\launcher.py"' "$INSTDIR\top-table.ico"
  CreateShortcut "$SMPROGRAMS\Top Table\$(STOP).lnk" "$INSTDIR\python\pythonw.exe" '"$INSTDIR\launcher.py" --stop' "$INSTDIR\top-table.ico"
  WriteRegStr HKCU "${KEY}" DisplayName "Top Table"
  WriteRegStr HKCU "${KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${KEY}" DisplayIcon "$INSTDIR\top-table.ico"
  WriteRegStr HKCU "${KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" EstimatedSize ${KILOBYTES}
  WriteRegDWORD HKCU "${KEY}" NoModify 1
  WriteRegDWORD HKCU "${KEY}" NoRepair 1
SectionEnd

Function Open
  Exec '${LAUNCHER}'
FunctionEnd

Section Uninstall
  !insertmacro EndWhatRuns
  !insertmacro DeleteProgram
  RMDir "$SMPROGRAMS\Top Table"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
