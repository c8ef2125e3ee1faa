/** What Asterisk's English prompts say, by file name: of those of five words or more, the ones with plain sentences. */
export const PROMPTS: Record<string, string> = {
  "agent-alreadyon":
    "That agent is already logged on. Please enter your agent number followed by the pound key.",
  "agent-incorrect": "Login incorrect. Please enter your agent number followed by the pound key.",
  "agent-newlocation": "Please enter a new extension followed by pound.",
  "agent-pass": "Please enter your password followed by the pound key.",
  "agent-user": "Agent login. Please enter your agent number followed by the pound key.",
  "auth-incorrect": "Password incorrect. Please enter your password followed by the pound key.",
  "conf-adminmenu":
    "Please press one to mute or unmute yourself, two to lock or unlock the conference, three to eject the last user, four or six to decrease or increase the conference volume, seven or nine to decrease or increase your volume, or eight to exit.",
  "conf-enteringno": "You are entering conference number",
  "conf-extended": "The conference has been extended.",
  "conf-getchannel": "Please enter the channel number followed by the pound key.",
  "conf-getconfno": "Please enter your conference number followed by the pound key.",
  "conf-getpin": "Please enter the conference pin number.",
  "conf-invalid": "That is not a valid conference number. Please try again.",
  "conf-invalidpin": "That pin is invalid for this conference.",
  "conf-kicked": "You have been kicked from this conference.",
  "conf-leaderhasleft": "The leader has left the conference.",
  "conf-noempty": "No empty conferences currently exist.",
  "conf-onlyone": "There is currently one other participant in the conference.",
  "conf-onlyperson": "You are currently the only person in this conference.",
  "conf-placeintoconf": "You will now be placed into the conference.",
  "conf-usermenu":
    "Please press one to mute or unmute yourself, four or six to decrease or increase the conference volume, seven or nine to decrease or increase your volume, or eight to exit.",
  "conf-waitforleader": "The conference will begin when the leader arrives.",
  "demo-abouttotry":
    "I am about to attempt an Inter-Asterisk Exchange connection to a demonstration server located at Digium. In order for this to work, you must already be connected to the internet. Please wait a moment while I attempt to make the connection.",
  "demo-congrats":
    "Congratulations, you have successfully installed and executed the Asterisk open source PBX. You have also installed a set of sample sounds and configuration files that should help you to get started. Like a normal PBX, you will navigate this demonstration by dialing digits. If you are using a console channel driver instead of a real phone, you can use the dial, answer, and hang up commands to simulate the actions of a standard telephone.",
  "demo-echodone": "The echo test has been completed.",
  "demo-echotest":
    "You are about to enter an echo test. In this mode, everything you say will be repeated back to you just as soon as it is received. The purpose of this test is to give you an audible sense of the latency between you and the machine that is running the echo test application. You may end the test by hanging up or by pressing the pound key.",
  "demo-enterkeywords":
    "Please enter one or more keywords separated by star and then press the pound key.",
  "demo-nogo":
    "I'm afraid I was unable to create a connection to the Digium demonstration Asterisk server. You may find some helpful debugging information on the Asterisk console.",
  "demo-nomatch": "I'm sorry, there are no matches for those keywords.",
  "demo-thanks": "Goodbye. Thank you for trying out the Asterisk open source PBX.",
  "dir-instr":
    "If this is the person you are looking for, press one now, otherwise please press star now.",
  "dir-intro":
    "Welcome to the directory. Please enter the first three letters of your party's last name using your touch tone keypad. Use the seven key for Q and the nine key for Z.",
  "dir-nomatch": "No directory entries match your search.",
  "dir-nomore": "There are no more compatible entries in the directory.",
  invalid: "I'm sorry, that is not a valid extension. Please try again.",
  "pbx-invalid": "I am sorry, that's not a valid extension. Please try again.",
  "pbx-invalidpark": "I am sorry, there is no call parked on that extension. Please try again.",
  "privacy-incorrect": "I'm sorry, that number is not valid.",
  "privacy-prompt": "Please enter your phone number, starting with the area code.",
  "privacy-unident": "The party you are trying to reach does not accept unidentified calls.",
  "queue-holdtime": "The estimated hold time is currently",
  "queue-periodic-announce":
    "All of our representatives are currently busy. Please stay on the line and your call will be answered by the next available representative.",
  "queue-quantity2": "Callers waiting to speak with a representative",
  "queue-thereare": "You are currently caller number",
  "queue-youarenext":
    "Your call is now first in line and will be answered by the next available representative.",
  "ss-noservice":
    "The number you have dialed is not in service. Please check the number and try again.",
  transfer: "Please hold while I try that extension.",
  "tt-allbusy":
    "All representatives of the household are currently assisting other telemarketers. Please hold, and your call will be answered in the order it was received.",
  "tt-monkeysintro": "They have been carried away by monkeys.",
  "tt-weasels": "Weasels have eaten our phone system.",
  "vm-advopts": "Press three for advanced options.",
  "vm-calldiffnum": "Press two to enter a different number.",
  "vm-delete": "Press seven to delete this message.",
  "vm-dialout": "Please wait while I connect your call.",
  "vm-enter-num-to-call": "Please enter the number you wish to call.",
  "vm-forwardoptions":
    "Press one to prepend the message or two to forward the message without prepending.",
  "vm-helpexit": "Press star for help or pound to exit.",
  "vm-intro":
    "Please leave your message after the tone. When done, hang up or press the pound key.",
  "vm-invalidpassword": "That is not a valid password. Please try again.",
  "vm-leavemsg": "Press five to leave a message.",
  "vm-mailboxfull": "Sorry, but the user's mailbox can't accept more messages.",
  "vm-mismatch": "The passwords you entered and re-entered did not match. Please try again.",
  "vm-msgsaved": "Your message has been saved.",
  "vm-newpassword": "Please enter your new password followed by the pound key.",
  "vm-newuser": "Welcome to Comedian Mail. First, I will guide you through a short setup process.",
  "vm-next": "Press six to play the next message.",
  "vm-nobodyavail": "Nobody is available to take your call at the moment.",
  "vm-nobox": "You cannot reply to this message because the sender does not have a mailbox.",
  "vm-nonumber": "I'm afraid I don't know who sent this message.",
  "vm-options":
    "Press one to record your unavailable message. Press two to record your busy message. Press three to record your name. Press four to record your temporary greeting. Press five to change your password. Press star to return to the main menu.",
  "vm-opts":
    "Press two to change folders. Press three for advanced options. Press zero for mailbox options.",
  "vm-passchanged": "Your passwords have been changed.",
  "vm-prev": "Press four for the previous message.",
  "vm-reachoper": "Press zero to reach an operator.",
  "vm-rec-busy": "After the tone, say your busy message and then press the pound key.",
  "vm-rec-name": "After the tone, say your name and then press the pound key.",
  "vm-rec-unv": "After the tone, say your unavailable message and then press the pound key.",
  "vm-reenterpassword": "Please re-enter your password followed by the pound key.",
  "vm-repeat": "Press five to repeat the current message.",
  "vm-review":
    "Press one to accept this recording. Press two to listen to it. Press three to re-record your message.",
  "vm-saveoper": "Press one to accept this recording. Otherwise, please continue to hold.",
  "vm-starmain": "Press star to return to the main menu.",
  "vm-toforward": "Press eight to forward the message to another user.",
  "vm-tohearenv": "Press three to hear the message envelope.",
  "vm-torerecord": "Press three to re-record your message.",
  "vm-undelete": "Press seven to undelete this message.",
  "vm-whichbox": "To leave a message, please enter a mailbox number.",
};
